// @ts-nocheck: its functions are ajv's output
// Written by scripts/generate.js from schemas/. Do not edit: change the schema and run `npm run gen`.

import type { SchemaError } from './schema-error.js';
export type StoredKind = 'plan' | 'result' | 'resultHead' | 'gradedTrial' | 'mergedShards' | 'sources';



const schema12 = {"description":"plan.json: the cases and settings of a run.","type":"object","required":["id","body","cases","evidence","partial","calls","outlooks","manner"],"properties":{"id":{"type":"string"},"body":{"type":["string","array"],"minItems":1,"items":{"$ref":"#/$defs/message"}},"body_file":{"type":"string"},"cases":{"type":"array","items":{"$ref":"#/$defs/case"}},"evidence":{"$ref":"#/$defs/digests"},"partial":{"type":"boolean"},"item_choice":{"type":"object","properties":{"first":{"type":"integer","minimum":1,"maximum":1000000},"ids":{"type":"array","items":{"type":"string"}}}},"calls":{"$ref":"#/$defs/count"},"outlooks":{"type":"array","items":{"$ref":"#/$defs/outlook"}},"slice_outlooks":{"type":"array","items":{"$ref":"#/$defs/slice_outlook"}},"variant":{"$ref":"#/$defs/variantFacts"},"compare":{"$ref":"#/$defs/compareFacts"},"manner":{"$ref":"#/$defs/manner"},"try":{"$ref":"#/$defs/count"},"collected":{"$ref":"#/$defs/count"},"shards":{"type":"object","required":["of","collected","repeated","runs"],"properties":{"of":{"$ref":"#/$defs/count"},"collected":{"$ref":"#/$defs/count"},"repeated":{"type":"array","items":{"type":"object","required":["index","times"],"properties":{"index":{"$ref":"#/$defs/count"},"times":{"$ref":"#/$defs/count"}}}},"runs":{"type":"array","items":{"type":"string"}}}},"tries":{"type":"string","enum":["corrected"]}}};
const schema58 = {"description":"Digests of the files that are evaluated.","type":"object","required":["prompt","cases","judge","models"],"properties":{"prompt":{"type":"string"},"cases":{"type":"string"},"judge":{"type":"string"},"models":{"type":"string"}}};
const schema21 = {"description":"A whole number from 0.","type":"integer","minimum":0,"maximum":9007199254740991};
const schema66 = {"description":"The variant that a run evaluates, and its group.","type":"object","properties":{"variant":{"type":"string"},"group":{"type":"string"},"override":{"const":true},"cases_of":{"type":"string"}}};
const schema67 = {"description":"The side of a comparison that a run answers for.","type":"object","required":["comparison","side","against","label","kind","id","margin","alpha","from_run"],"properties":{"comparison":{"type":"string"},"side":{"type":"string","enum":["a","b"]},"against":{"type":"string"},"label":{"type":"string"},"kind":{"type":"string","enum":["tree","ref","ready","model","prompt","run"]},"id":{"type":"string"},"ref":{"type":"string"},"commit":{"type":"string"},"model":{"type":"string"},"margin":{"type":"number"},"alpha":{"type":"number"},"from_run":{"type":["string","null"]}}};
const schema13 = {"description":"A message of a body or of a case.","type":"object","required":["role","content"],"properties":{"role":{"type":"string","enum":["system","user","assistant"]},"content":{"type":["string","array","object"],"items":{"type":"object","properties":{"file":{"type":"object","anyOf":[{"required":["input"]},{"$ref":"#/$defs/mediaPath"}]}}}}}};
const schema14 = {"description":"A file of a message.","type":"object","required":["path","media_type","sha256","bytes"],"properties":{"path":{"type":"string"},"media_type":{"type":"string"},"sha256":{"type":"string"},"bytes":{"type":"integer","minimum":0}}};

function validate12(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.role === undefined) && (missing0 = "role")) || ((data.content === undefined) && (missing0 = "content"))){
validate12.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.role !== undefined){
let data0 = data.role;
const _errs1 = errors;
if(typeof data0 !== "string"){
validate12.errors = [{instancePath:instancePath+"/role",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((data0 === "system") || (data0 === "user")) || (data0 === "assistant"))){
validate12.errors = [{instancePath:instancePath+"/role",keyword:"enum",params:{allowedValues: schema13.properties.role.enum}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.content !== undefined){
let data1 = data.content;
const _errs3 = errors;
if((!data1 || typeof data1 != "object") && (typeof data1 !== "string")){
validate12.errors = [{instancePath:instancePath+"/content",keyword:"type",params:{type: schema13.properties.content.type}}];
return false;
}
if(errors === _errs3){
if(Array.isArray(data1)){
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs5 = errors;
if(errors === _errs5){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(data2.file !== undefined){
let data3 = data2.file;
if(!(data3 && typeof data3 == "object" && !Array.isArray(data3))){
validate12.errors = [{instancePath:instancePath+"/content/" + i0+"/file",keyword:"type",params:{type: "object"}}];
return false;
}
const _errs9 = errors;
let valid3 = false;
const _errs10 = errors;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing1;
if((data3.input === undefined) && (missing1 = "input")){
const err0 = {instancePath:instancePath+"/content/" + i0+"/file",keyword:"required",params:{missingProperty: missing1}};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
var _valid0 = _errs10 === errors;
valid3 = valid3 || _valid0;
if(!valid3){
const _errs11 = errors;
const _errs12 = errors;
if(errors === _errs12){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing2;
if(((((data3.path === undefined) && (missing2 = "path")) || ((data3.media_type === undefined) && (missing2 = "media_type"))) || ((data3.sha256 === undefined) && (missing2 = "sha256"))) || ((data3.bytes === undefined) && (missing2 = "bytes"))){
const err1 = {instancePath:instancePath+"/content/" + i0+"/file",keyword:"required",params:{missingProperty: missing2}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
else {
if(data3.path !== undefined){
const _errs14 = errors;
if(typeof data3.path !== "string"){
const err2 = {instancePath:instancePath+"/content/" + i0+"/file/path",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var valid5 = _errs14 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data3.media_type !== undefined){
const _errs16 = errors;
if(typeof data3.media_type !== "string"){
const err3 = {instancePath:instancePath+"/content/" + i0+"/file/media_type",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var valid5 = _errs16 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data3.sha256 !== undefined){
const _errs18 = errors;
if(typeof data3.sha256 !== "string"){
const err4 = {instancePath:instancePath+"/content/" + i0+"/file/sha256",keyword:"type",params:{type: "string"}};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var valid5 = _errs18 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data3.bytes !== undefined){
let data7 = data3.bytes;
const _errs20 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
const err5 = {instancePath:instancePath+"/content/" + i0+"/file/bytes",keyword:"type",params:{type: "integer"}};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(errors === _errs20){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 < 0 || isNaN(data7)){
const err6 = {instancePath:instancePath+"/content/" + i0+"/file/bytes",keyword:"minimum",params:{comparison: ">=", limit: 0}};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
}
var valid5 = _errs20 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
}
else {
const err7 = {instancePath:instancePath+"/content/" + i0+"/file",keyword:"type",params:{type: "object"}};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
var _valid0 = _errs11 === errors;
valid3 = valid3 || _valid0;
}
if(!valid3){
const err8 = {instancePath:instancePath+"/content/" + i0+"/file",keyword:"anyOf",params:{}};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
validate12.errors = vErrors;
return false;
}
else {
errors = _errs9;
if(vErrors !== null){
if(_errs9){
vErrors.length = _errs9;
}
else {
vErrors = null;
}
}
}
}
}
else {
validate12.errors = [{instancePath:instancePath+"/content/" + i0,keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate12.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate12.errors = vErrors;
return errors === 0;
}

const schema15 = {"description":"A case of a plan.","type":"object","required":["name","subject","sample_size","sequential","stop_early","expectations"],"properties":{"name":{"type":"string"},"subject":{"$ref":"#/$defs/subject"},"look":{"const":true},"sample_size":{"type":"integer","minimum":1,"maximum":1000000},"sequential":{"type":"boolean"},"timeouts":{"type":"string","enum":["fail","ask_again"]},"stop_early":{"type":"boolean"},"expected":{"type":"number"},"expectations":{"type":"array","items":{"$ref":"#/$defs/expectation"}},"dataset":{"$ref":"#/$defs/dataset"},"at":{"$ref":"#/$defs/place"}}};
const schema16 = {"description":"The source of a case's responses.","type":"object","required":["kind"],"properties":{"kind":{"type":"string"}},"discriminator":{"propertyName":"kind"},"oneOf":[{"required":["kind","inputs","settings"],"properties":{"kind":{"const":"prompt"},"inputs":{"type":"object","additionalProperties":{"type":"string"}},"files":{"$ref":"#/$defs/inputFiles"},"messages":{"type":"array","items":{"$ref":"#/$defs/message"}},"settings":{"$ref":"#/$defs/settings"}}},{"required":["kind","query","should_match","routing","settings"],"properties":{"kind":{"const":"trigger"},"query":{"type":"string"},"should_match":{"type":"boolean"},"routing":{"type":"object","required":["description","triggers","not_for"],"properties":{"description":{"type":"string"},"triggers":{"type":"array","items":{"type":"string"}},"not_for":{"type":"array","items":{"type":"string"}}}},"settings":{"$ref":"#/$defs/settings"}}},{"required":["kind","given","when","inputs","max_turns","app","user_simulator","writing_style","seed"],"properties":{"kind":{"const":"conversation"},"given":{"type":"string"},"when":{"type":"string"},"inputs":{"type":"object","additionalProperties":{"type":"string"}},"files":{"$ref":"#/$defs/inputFiles"},"max_turns":{"$ref":"#/$defs/count"},"app":{"$ref":"#/$defs/app"},"user_simulator":{"$ref":"#/$defs/settings"},"writing_style":{"if":{"type":"null"},"else":{"$ref":"#/$defs/writingStyles"}},"seed":{"$ref":"#/$defs/count"}}}]};
const schema27 = {"description":"The texts from which a style is drawn.","type":"object","required":["proficiency","tone","verbosity","formality"],"properties":{"proficiency":{"type":"array","items":{"type":"string"}},"tone":{"type":"array","items":{"type":"string"}},"verbosity":{"type":"array","items":{"type":"string"}},"formality":{"type":"array","items":{"type":"string"}}}};
const schema17 = {"description":"The file of each input that a message takes as a file.","type":"object","additionalProperties":{"$ref":"#/$defs/mediaPath"}};

function validate16(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 in data){
let data0 = data[key0];
const _errs2 = errors;
const _errs3 = errors;
if(errors === _errs3){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing0;
if(((((data0.path === undefined) && (missing0 = "path")) || ((data0.media_type === undefined) && (missing0 = "media_type"))) || ((data0.sha256 === undefined) && (missing0 = "sha256"))) || ((data0.bytes === undefined) && (missing0 = "bytes"))){
validate16.errors = [{instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data0.path !== undefined){
const _errs5 = errors;
if(typeof data0.path !== "string"){
validate16.errors = [{instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/path",keyword:"type",params:{type: "string"}}];
return false;
}
var valid2 = _errs5 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.media_type !== undefined){
const _errs7 = errors;
if(typeof data0.media_type !== "string"){
validate16.errors = [{instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/media_type",keyword:"type",params:{type: "string"}}];
return false;
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.sha256 !== undefined){
const _errs9 = errors;
if(typeof data0.sha256 !== "string"){
validate16.errors = [{instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/sha256",keyword:"type",params:{type: "string"}}];
return false;
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data0.bytes !== undefined){
let data4 = data0.bytes;
const _errs11 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate16.errors = [{instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/bytes",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs11){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 < 0 || isNaN(data4)){
validate16.errors = [{instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1")+"/bytes",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
var valid2 = _errs11 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
else {
validate16.errors = [{instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs2 === errors;
if(!valid0){
break;
}
}
}
else {
validate16.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate16.errors = vErrors;
return errors === 0;
}

const schema19 = {"description":"The model and the settings of its calls.","type":"object","required":["model","timeout_s","max_tokens"],"properties":{"model":{"type":"string"},"at":{"$ref":"#/$defs/place"},"timeout_s":{"type":"number"},"max_tokens":{"$ref":"#/$defs/count"},"temperature":{"type":"number"}}};
const schema20 = {"description":"Where something was written.","type":"object","required":["file"],"properties":{"file":{"type":"string"},"line":{"$ref":"#/$defs/count"},"column":{"$ref":"#/$defs/count"},"source":{"type":"string"},"length":{"$ref":"#/$defs/count"},"property":{"type":"string"}}};

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.file === undefined) && (missing0 = "file")){
validate20.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.file !== undefined){
const _errs1 = errors;
if(typeof data.file !== "string"){
validate20.errors = [{instancePath:instancePath+"/file",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.line !== undefined){
let data1 = data.line;
const _errs3 = errors;
const _errs4 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate20.errors = [{instancePath:instancePath+"/line",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs4){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 9007199254740991 || isNaN(data1)){
validate20.errors = [{instancePath:instancePath+"/line",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data1 < 0 || isNaN(data1)){
validate20.errors = [{instancePath:instancePath+"/line",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.column !== undefined){
let data2 = data.column;
const _errs6 = errors;
const _errs7 = errors;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
validate20.errors = [{instancePath:instancePath+"/column",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs7){
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 9007199254740991 || isNaN(data2)){
validate20.errors = [{instancePath:instancePath+"/column",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data2 < 0 || isNaN(data2)){
validate20.errors = [{instancePath:instancePath+"/column",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.source !== undefined){
const _errs9 = errors;
if(typeof data.source !== "string"){
validate20.errors = [{instancePath:instancePath+"/source",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.length !== undefined){
let data4 = data.length;
const _errs11 = errors;
const _errs12 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate20.errors = [{instancePath:instancePath+"/length",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs12){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 9007199254740991 || isNaN(data4)){
validate20.errors = [{instancePath:instancePath+"/length",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data4 < 0 || isNaN(data4)){
validate20.errors = [{instancePath:instancePath+"/length",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.property !== undefined){
const _errs14 = errors;
if(typeof data.property !== "string"){
validate20.errors = [{instancePath:instancePath+"/property",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
else {
validate20.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate20.errors = vErrors;
return errors === 0;
}


function validate19(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.model === undefined) && (missing0 = "model")) || ((data.timeout_s === undefined) && (missing0 = "timeout_s"))) || ((data.max_tokens === undefined) && (missing0 = "max_tokens"))){
validate19.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.model !== undefined){
const _errs1 = errors;
if(typeof data.model !== "string"){
validate19.errors = [{instancePath:instancePath+"/model",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.at !== undefined){
const _errs3 = errors;
if(!(validate20(data.at, {instancePath:instancePath+"/at",parentData:data,parentDataProperty:"at",rootData}))){
vErrors = vErrors === null ? validate20.errors : vErrors.concat(validate20.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout_s !== undefined){
let data2 = data.timeout_s;
const _errs4 = errors;
if(!((typeof data2 == "number") && (isFinite(data2)))){
validate19.errors = [{instancePath:instancePath+"/timeout_s",keyword:"type",params:{type: "number"}}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.max_tokens !== undefined){
let data3 = data.max_tokens;
const _errs6 = errors;
const _errs7 = errors;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
validate19.errors = [{instancePath:instancePath+"/max_tokens",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs7){
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 9007199254740991 || isNaN(data3)){
validate19.errors = [{instancePath:instancePath+"/max_tokens",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data3 < 0 || isNaN(data3)){
validate19.errors = [{instancePath:instancePath+"/max_tokens",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.temperature !== undefined){
let data4 = data.temperature;
const _errs9 = errors;
if(!((typeof data4 == "number") && (isFinite(data4)))){
validate19.errors = [{instancePath:instancePath+"/temperature",keyword:"type",params:{type: "number"}}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
else {
validate19.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate19.errors = vErrors;
return errors === 0;
}

const schema26 = {"description":"The application under test.","type":"object","required":["app"],"properties":{"app":{"type":"string"}},"discriminator":{"propertyName":"app"},"oneOf":[{"required":["app","settings"],"properties":{"app":{"const":"model"},"settings":{"$ref":"#/$defs/settings"}}},{"required":["app","argv","env","timeout_s"],"properties":{"app":{"const":"command"},"argv":{"type":"array","items":{"type":"string"}},"env":{"type":"array","items":{"type":"string"}},"timeout_s":{"type":"number"},"at":{"$ref":"#/$defs/place"}}},{"required":["app","timeout_s"],"properties":{"app":{"const":"function"},"timeout_s":{"type":"number"}}}]};

function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.app === undefined) && (missing0 = "app")){
validate25.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.app !== undefined){
const _errs2 = errors;
if(typeof data.app !== "string"){
validate25.errors = [{instancePath:instancePath+"/app",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
const tag0 = data.app;
if(typeof tag0 == "string"){
if(tag0 === "model"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if(((data.app === undefined) && (missing1 = "app")) || ((data.settings === undefined) && (missing1 = "settings"))){
validate25.errors = [{instancePath,keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data.app !== undefined){
const _errs5 = errors;
if("model" !== data.app){
validate25.errors = [{instancePath:instancePath+"/app",keyword:"const",params:{allowedValue: "model"}}];
return false;
}
var valid3 = _errs5 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data.settings !== undefined){
const _errs6 = errors;
if(!(validate19(data.settings, {instancePath:instancePath+"/settings",parentData:data,parentDataProperty:"settings",rootData}))){
vErrors = vErrors === null ? validate19.errors : vErrors.concat(validate19.errors);
errors = vErrors.length;
}
var valid3 = _errs6 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
else if(tag0 === "command"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if(((((data.app === undefined) && (missing2 = "app")) || ((data.argv === undefined) && (missing2 = "argv"))) || ((data.env === undefined) && (missing2 = "env"))) || ((data.timeout_s === undefined) && (missing2 = "timeout_s"))){
validate25.errors = [{instancePath,keyword:"required",params:{missingProperty: missing2}}];
return false;
}
else {
if(data.app !== undefined){
const _errs8 = errors;
if("command" !== data.app){
validate25.errors = [{instancePath:instancePath+"/app",keyword:"const",params:{allowedValue: "command"}}];
return false;
}
var valid5 = _errs8 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data.argv !== undefined){
let data4 = data.argv;
const _errs9 = errors;
if(errors === _errs9){
if(Array.isArray(data4)){
var valid6 = true;
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
const _errs11 = errors;
if(typeof data4[i0] !== "string"){
validate25.errors = [{instancePath:instancePath+"/argv/" + i0,keyword:"type",params:{type: "string"}}];
return false;
}
var valid6 = _errs11 === errors;
if(!valid6){
break;
}
}
}
else {
validate25.errors = [{instancePath:instancePath+"/argv",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid5 = _errs9 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data.env !== undefined){
let data6 = data.env;
const _errs13 = errors;
if(errors === _errs13){
if(Array.isArray(data6)){
var valid7 = true;
const len1 = data6.length;
for(let i1=0; i1<len1; i1++){
const _errs15 = errors;
if(typeof data6[i1] !== "string"){
validate25.errors = [{instancePath:instancePath+"/env/" + i1,keyword:"type",params:{type: "string"}}];
return false;
}
var valid7 = _errs15 === errors;
if(!valid7){
break;
}
}
}
else {
validate25.errors = [{instancePath:instancePath+"/env",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid5 = _errs13 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data.timeout_s !== undefined){
let data8 = data.timeout_s;
const _errs17 = errors;
if(!((typeof data8 == "number") && (isFinite(data8)))){
validate25.errors = [{instancePath:instancePath+"/timeout_s",keyword:"type",params:{type: "number"}}];
return false;
}
var valid5 = _errs17 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data.at !== undefined){
const _errs19 = errors;
if(!(validate20(data.at, {instancePath:instancePath+"/at",parentData:data,parentDataProperty:"at",rootData}))){
vErrors = vErrors === null ? validate20.errors : vErrors.concat(validate20.errors);
errors = vErrors.length;
}
var valid5 = _errs19 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
}
}
}
else if(tag0 === "function"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing3;
if(((data.app === undefined) && (missing3 = "app")) || ((data.timeout_s === undefined) && (missing3 = "timeout_s"))){
validate25.errors = [{instancePath,keyword:"required",params:{missingProperty: missing3}}];
return false;
}
else {
if(data.app !== undefined){
const _errs21 = errors;
if("function" !== data.app){
validate25.errors = [{instancePath:instancePath+"/app",keyword:"const",params:{allowedValue: "function"}}];
return false;
}
var valid9 = _errs21 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data.timeout_s !== undefined){
let data11 = data.timeout_s;
const _errs22 = errors;
if(!((typeof data11 == "number") && (isFinite(data11)))){
validate25.errors = [{instancePath:instancePath+"/timeout_s",keyword:"type",params:{type: "number"}}];
return false;
}
var valid9 = _errs22 === errors;
}
else {
var valid9 = true;
}
}
}
}
}
else {
validate25.errors = [{instancePath,keyword:"discriminator",params:{error: "mapping", tag: "app", tagValue: tag0}}];
return false;
}
}
else {
validate25.errors = [{instancePath,keyword:"discriminator",params:{error: "tag", tag: "app", tagValue: tag0}}];
return false;
}
}
}
}
else {
validate25.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate25.errors = vErrors;
return errors === 0;
}


function validate15(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.kind === undefined) && (missing0 = "kind")){
validate15.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.kind !== undefined){
const _errs2 = errors;
if(typeof data.kind !== "string"){
validate15.errors = [{instancePath:instancePath+"/kind",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
const tag0 = data.kind;
if(typeof tag0 == "string"){
if(tag0 === "prompt"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if((((data.kind === undefined) && (missing1 = "kind")) || ((data.inputs === undefined) && (missing1 = "inputs"))) || ((data.settings === undefined) && (missing1 = "settings"))){
validate15.errors = [{instancePath,keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data.kind !== undefined){
const _errs5 = errors;
if("prompt" !== data.kind){
validate15.errors = [{instancePath:instancePath+"/kind",keyword:"const",params:{allowedValue: "prompt"}}];
return false;
}
var valid3 = _errs5 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data.inputs !== undefined){
let data2 = data.inputs;
const _errs6 = errors;
if(errors === _errs6){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
for(const key0 in data2){
const _errs9 = errors;
if(typeof data2[key0] !== "string"){
validate15.errors = [{instancePath:instancePath+"/inputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "string"}}];
return false;
}
var valid4 = _errs9 === errors;
if(!valid4){
break;
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/inputs",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid3 = _errs6 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data.files !== undefined){
const _errs11 = errors;
if(!(validate16(data.files, {instancePath:instancePath+"/files",parentData:data,parentDataProperty:"files",rootData}))){
vErrors = vErrors === null ? validate16.errors : vErrors.concat(validate16.errors);
errors = vErrors.length;
}
var valid3 = _errs11 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data.messages !== undefined){
let data5 = data.messages;
const _errs12 = errors;
if(errors === _errs12){
if(Array.isArray(data5)){
var valid5 = true;
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
const _errs14 = errors;
if(!(validate12(data5[i0], {instancePath:instancePath+"/messages/" + i0,parentData:data5,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate12.errors : vErrors.concat(validate12.errors);
errors = vErrors.length;
}
var valid5 = _errs14 === errors;
if(!valid5){
break;
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/messages",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid3 = _errs12 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data.settings !== undefined){
const _errs15 = errors;
if(!(validate19(data.settings, {instancePath:instancePath+"/settings",parentData:data,parentDataProperty:"settings",rootData}))){
vErrors = vErrors === null ? validate19.errors : vErrors.concat(validate19.errors);
errors = vErrors.length;
}
var valid3 = _errs15 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
}
}
else if(tag0 === "trigger"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if((((((data.kind === undefined) && (missing2 = "kind")) || ((data.query === undefined) && (missing2 = "query"))) || ((data.should_match === undefined) && (missing2 = "should_match"))) || ((data.routing === undefined) && (missing2 = "routing"))) || ((data.settings === undefined) && (missing2 = "settings"))){
validate15.errors = [{instancePath,keyword:"required",params:{missingProperty: missing2}}];
return false;
}
else {
if(data.kind !== undefined){
const _errs17 = errors;
if("trigger" !== data.kind){
validate15.errors = [{instancePath:instancePath+"/kind",keyword:"const",params:{allowedValue: "trigger"}}];
return false;
}
var valid7 = _errs17 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data.query !== undefined){
const _errs18 = errors;
if(typeof data.query !== "string"){
validate15.errors = [{instancePath:instancePath+"/query",keyword:"type",params:{type: "string"}}];
return false;
}
var valid7 = _errs18 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data.should_match !== undefined){
const _errs20 = errors;
if(typeof data.should_match !== "boolean"){
validate15.errors = [{instancePath:instancePath+"/should_match",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid7 = _errs20 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data.routing !== undefined){
let data11 = data.routing;
const _errs22 = errors;
if(errors === _errs22){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
let missing3;
if((((data11.description === undefined) && (missing3 = "description")) || ((data11.triggers === undefined) && (missing3 = "triggers"))) || ((data11.not_for === undefined) && (missing3 = "not_for"))){
validate15.errors = [{instancePath:instancePath+"/routing",keyword:"required",params:{missingProperty: missing3}}];
return false;
}
else {
if(data11.description !== undefined){
const _errs24 = errors;
if(typeof data11.description !== "string"){
validate15.errors = [{instancePath:instancePath+"/routing/description",keyword:"type",params:{type: "string"}}];
return false;
}
var valid8 = _errs24 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data11.triggers !== undefined){
let data13 = data11.triggers;
const _errs26 = errors;
if(errors === _errs26){
if(Array.isArray(data13)){
var valid9 = true;
const len1 = data13.length;
for(let i1=0; i1<len1; i1++){
const _errs28 = errors;
if(typeof data13[i1] !== "string"){
validate15.errors = [{instancePath:instancePath+"/routing/triggers/" + i1,keyword:"type",params:{type: "string"}}];
return false;
}
var valid9 = _errs28 === errors;
if(!valid9){
break;
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/routing/triggers",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid8 = _errs26 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data11.not_for !== undefined){
let data15 = data11.not_for;
const _errs30 = errors;
if(errors === _errs30){
if(Array.isArray(data15)){
var valid10 = true;
const len2 = data15.length;
for(let i2=0; i2<len2; i2++){
const _errs32 = errors;
if(typeof data15[i2] !== "string"){
validate15.errors = [{instancePath:instancePath+"/routing/not_for/" + i2,keyword:"type",params:{type: "string"}}];
return false;
}
var valid10 = _errs32 === errors;
if(!valid10){
break;
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/routing/not_for",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid8 = _errs30 === errors;
}
else {
var valid8 = true;
}
}
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/routing",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid7 = _errs22 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data.settings !== undefined){
const _errs34 = errors;
if(!(validate19(data.settings, {instancePath:instancePath+"/settings",parentData:data,parentDataProperty:"settings",rootData}))){
vErrors = vErrors === null ? validate19.errors : vErrors.concat(validate19.errors);
errors = vErrors.length;
}
var valid7 = _errs34 === errors;
}
else {
var valid7 = true;
}
}
}
}
}
}
}
}
else if(tag0 === "conversation"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing4;
if((((((((((data.kind === undefined) && (missing4 = "kind")) || ((data.given === undefined) && (missing4 = "given"))) || ((data.when === undefined) && (missing4 = "when"))) || ((data.inputs === undefined) && (missing4 = "inputs"))) || ((data.max_turns === undefined) && (missing4 = "max_turns"))) || ((data.app === undefined) && (missing4 = "app"))) || ((data.user_simulator === undefined) && (missing4 = "user_simulator"))) || ((data.writing_style === undefined) && (missing4 = "writing_style"))) || ((data.seed === undefined) && (missing4 = "seed"))){
validate15.errors = [{instancePath,keyword:"required",params:{missingProperty: missing4}}];
return false;
}
else {
if(data.kind !== undefined){
const _errs36 = errors;
if("conversation" !== data.kind){
validate15.errors = [{instancePath:instancePath+"/kind",keyword:"const",params:{allowedValue: "conversation"}}];
return false;
}
var valid12 = _errs36 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data.given !== undefined){
const _errs37 = errors;
if(typeof data.given !== "string"){
validate15.errors = [{instancePath:instancePath+"/given",keyword:"type",params:{type: "string"}}];
return false;
}
var valid12 = _errs37 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data.when !== undefined){
const _errs39 = errors;
if(typeof data.when !== "string"){
validate15.errors = [{instancePath:instancePath+"/when",keyword:"type",params:{type: "string"}}];
return false;
}
var valid12 = _errs39 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data.inputs !== undefined){
let data21 = data.inputs;
const _errs41 = errors;
if(errors === _errs41){
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
for(const key1 in data21){
const _errs44 = errors;
if(typeof data21[key1] !== "string"){
validate15.errors = [{instancePath:instancePath+"/inputs/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "string"}}];
return false;
}
var valid13 = _errs44 === errors;
if(!valid13){
break;
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/inputs",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid12 = _errs41 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data.files !== undefined){
const _errs46 = errors;
if(!(validate16(data.files, {instancePath:instancePath+"/files",parentData:data,parentDataProperty:"files",rootData}))){
vErrors = vErrors === null ? validate16.errors : vErrors.concat(validate16.errors);
errors = vErrors.length;
}
var valid12 = _errs46 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data.max_turns !== undefined){
let data24 = data.max_turns;
const _errs47 = errors;
const _errs48 = errors;
if(!(((typeof data24 == "number") && (!(data24 % 1) && !isNaN(data24))) && (isFinite(data24)))){
validate15.errors = [{instancePath:instancePath+"/max_turns",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs48){
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 > 9007199254740991 || isNaN(data24)){
validate15.errors = [{instancePath:instancePath+"/max_turns",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data24 < 0 || isNaN(data24)){
validate15.errors = [{instancePath:instancePath+"/max_turns",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid12 = _errs47 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data.app !== undefined){
const _errs50 = errors;
if(!(validate25(data.app, {instancePath:instancePath+"/app",parentData:data,parentDataProperty:"app",rootData}))){
vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
errors = vErrors.length;
}
var valid12 = _errs50 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data.user_simulator !== undefined){
const _errs51 = errors;
if(!(validate19(data.user_simulator, {instancePath:instancePath+"/user_simulator",parentData:data,parentDataProperty:"user_simulator",rootData}))){
vErrors = vErrors === null ? validate19.errors : vErrors.concat(validate19.errors);
errors = vErrors.length;
}
var valid12 = _errs51 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data.writing_style !== undefined){
let data27 = data.writing_style;
const _errs52 = errors;
const _errs53 = errors;
let valid15 = true;
const _errs54 = errors;
if(data27 !== null){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs54 === errors;
errors = _errs53;
if(vErrors !== null){
if(_errs53){
vErrors.length = _errs53;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs56 = errors;
const _errs57 = errors;
if(errors === _errs57){
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
let missing5;
if(((((data27.proficiency === undefined) && (missing5 = "proficiency")) || ((data27.tone === undefined) && (missing5 = "tone"))) || ((data27.verbosity === undefined) && (missing5 = "verbosity"))) || ((data27.formality === undefined) && (missing5 = "formality"))){
validate15.errors = [{instancePath:instancePath+"/writing_style",keyword:"required",params:{missingProperty: missing5}}];
return false;
}
else {
if(data27.proficiency !== undefined){
let data28 = data27.proficiency;
const _errs59 = errors;
if(errors === _errs59){
if(Array.isArray(data28)){
var valid18 = true;
const len3 = data28.length;
for(let i3=0; i3<len3; i3++){
const _errs61 = errors;
if(typeof data28[i3] !== "string"){
validate15.errors = [{instancePath:instancePath+"/writing_style/proficiency/" + i3,keyword:"type",params:{type: "string"}}];
return false;
}
var valid18 = _errs61 === errors;
if(!valid18){
break;
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/writing_style/proficiency",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid17 = _errs59 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data27.tone !== undefined){
let data30 = data27.tone;
const _errs63 = errors;
if(errors === _errs63){
if(Array.isArray(data30)){
var valid19 = true;
const len4 = data30.length;
for(let i4=0; i4<len4; i4++){
const _errs65 = errors;
if(typeof data30[i4] !== "string"){
validate15.errors = [{instancePath:instancePath+"/writing_style/tone/" + i4,keyword:"type",params:{type: "string"}}];
return false;
}
var valid19 = _errs65 === errors;
if(!valid19){
break;
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/writing_style/tone",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid17 = _errs63 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data27.verbosity !== undefined){
let data32 = data27.verbosity;
const _errs67 = errors;
if(errors === _errs67){
if(Array.isArray(data32)){
var valid20 = true;
const len5 = data32.length;
for(let i5=0; i5<len5; i5++){
const _errs69 = errors;
if(typeof data32[i5] !== "string"){
validate15.errors = [{instancePath:instancePath+"/writing_style/verbosity/" + i5,keyword:"type",params:{type: "string"}}];
return false;
}
var valid20 = _errs69 === errors;
if(!valid20){
break;
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/writing_style/verbosity",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid17 = _errs67 === errors;
}
else {
var valid17 = true;
}
if(valid17){
if(data27.formality !== undefined){
let data34 = data27.formality;
const _errs71 = errors;
if(errors === _errs71){
if(Array.isArray(data34)){
var valid21 = true;
const len6 = data34.length;
for(let i6=0; i6<len6; i6++){
const _errs73 = errors;
if(typeof data34[i6] !== "string"){
validate15.errors = [{instancePath:instancePath+"/writing_style/formality/" + i6,keyword:"type",params:{type: "string"}}];
return false;
}
var valid21 = _errs73 === errors;
if(!valid21){
break;
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/writing_style/formality",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid17 = _errs71 === errors;
}
else {
var valid17 = true;
}
}
}
}
}
}
else {
validate15.errors = [{instancePath:instancePath+"/writing_style",keyword:"type",params:{type: "object"}}];
return false;
}
}
var _valid0 = _errs56 === errors;
valid15 = _valid0;
}
if(!valid15){
const err1 = {instancePath:instancePath+"/writing_style",keyword:"if",params:{failingKeyword: "else"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
validate15.errors = vErrors;
return false;
}
var valid12 = _errs52 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data.seed !== undefined){
let data36 = data.seed;
const _errs75 = errors;
const _errs76 = errors;
if(!(((typeof data36 == "number") && (!(data36 % 1) && !isNaN(data36))) && (isFinite(data36)))){
validate15.errors = [{instancePath:instancePath+"/seed",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs76){
if((typeof data36 == "number") && (isFinite(data36))){
if(data36 > 9007199254740991 || isNaN(data36)){
validate15.errors = [{instancePath:instancePath+"/seed",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data36 < 0 || isNaN(data36)){
validate15.errors = [{instancePath:instancePath+"/seed",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid12 = _errs75 === errors;
}
else {
var valid12 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate15.errors = [{instancePath,keyword:"discriminator",params:{error: "mapping", tag: "kind", tagValue: tag0}}];
return false;
}
}
else {
validate15.errors = [{instancePath,keyword:"discriminator",params:{error: "tag", tag: "kind", tagValue: tag0}}];
return false;
}
}
}
}
else {
validate15.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate15.errors = vErrors;
return errors === 0;
}

const schema29 = {"description":"An expectation of a case.","type":"object","required":["about","grader","criteria"],"properties":{"about":{"type":"string"},"grader":{"$ref":"#/$defs/grader"},"criteria":{"type":"array","items":{"$ref":"#/$defs/criterion"}},"at":{"$ref":"#/$defs/place"}}};
const schema30 = {"description":"The grader of an expectation.","type":"object","required":["grader"],"properties":{"grader":{"type":"string"}},"discriminator":{"propertyName":"grader"},"oneOf":[{"required":["grader","params"],"properties":{"grader":{"const":"trial_passes"},"params":{"type":"object","required":["checks"],"properties":{"checks":{"type":"array","items":{"$ref":"#/$defs/check"}},"rubric":{"if":{"type":"array"},"then":{"items":{"$ref":"#/$defs/rubric"}},"else":{"$ref":"#/$defs/rubric"}},"extract":{"type":"object"}}}}},{"required":["grader","params"],"properties":{"grader":{"const":"trigger"},"params":{"type":"object"}}},{"required":["grader","params"],"properties":{"grader":{"const":"metric"},"params":{"type":"object","required":["metric","scope","unit","least","cap"],"properties":{"metric":{"type":"string"},"scope":{"type":"string","enum":["per_turn","per_conversation"]},"unit":{"type":"string"},"least":{"type":"number"},"cap":{"type":["number","null"]}}}}},{"required":["grader","params"],"properties":{"grader":{"const":"class"},"params":{"type":"object","required":["expected","of","ignore_case","kept","asked"],"properties":{"expected":{"if":{"type":"string"},"else":{"$ref":"#/$defs/fieldReference"}},"at":{"type":"string"},"of":{"type":"array","items":{"type":"string"}},"ignore_case":{"type":"boolean"},"kept":{"type":"array","items":{"$ref":"#/$defs/count"}},"asked":{"type":"array","items":{"$ref":"#/$defs/count"}}}}}},{"required":["grader","params"],"properties":{"grader":{"const":"expected_behavior"},"params":{"type":"object","required":["text","judge","rubric"],"properties":{"text":{"type":"string"},"judge":{"$ref":"#/$defs/behaviorJudge"},"rubric":{"type":["object","null"],"additionalProperties":{"type":"string"}}}}}}]};
const schema38 = {"description":"A value that an item gives.","type":"object","required":["field"],"properties":{"field":{"type":"string"}}};
const schema31 = {"description":"One rule on one response.","type":"object","required":["op","value"],"properties":{"op":{"type":"string"},"value":{},"at":{"$ref":"#/$defs/place"}}};

function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.op === undefined) && (missing0 = "op")) || ((data.value === undefined) && (missing0 = "value"))){
validate33.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.op !== undefined){
const _errs1 = errors;
if(typeof data.op !== "string"){
validate33.errors = [{instancePath:instancePath+"/op",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.at !== undefined){
const _errs3 = errors;
if(!(validate20(data.at, {instancePath:instancePath+"/at",parentData:data,parentDataProperty:"at",rootData}))){
vErrors = vErrors === null ? validate20.errors : vErrors.concat(validate20.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate33.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate33.errors = vErrors;
return errors === 0;
}

const schema32 = {"description":"A rubric with its judge.","type":"object","required":["text","judge"],"properties":{"text":{"type":"string"},"about":{"type":"string"},"reference":{"if":{"type":"string"},"else":{"$ref":"#/$defs/valueReference"}},"judge":{"$ref":"#/$defs/judge"},"at":{"$ref":"#/$defs/place"}}};
const schema33 = {"description":"The field or the input of an item.","type":"object","minProperties":1,"maxProperties":1,"properties":{"field":{"type":"string"},"input":{"type":"string"}},"additionalProperties":false};
const schema34 = {"description":"The judge of a rubric.","type":"object","required":["model","timeout_s","max_tokens","scale","pass_threshold","votes"],"properties":{"model":{"type":"string"},"at":{"$ref":"#/$defs/place"},"timeout_s":{"type":"number"},"max_tokens":{"$ref":"#/$defs/count"},"temperature":{"type":"number"},"scale":{"$ref":"#/$defs/scale"},"pass_threshold":{"type":"number"},"votes":{"$ref":"#/$defs/count"}}};
const schema36 = {"description":"The scores of a judge.","type":"object","required":["min","max"],"properties":{"min":{"type":"number"},"max":{"type":"number"}}};

function validate37(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((data.model === undefined) && (missing0 = "model")) || ((data.timeout_s === undefined) && (missing0 = "timeout_s"))) || ((data.max_tokens === undefined) && (missing0 = "max_tokens"))) || ((data.scale === undefined) && (missing0 = "scale"))) || ((data.pass_threshold === undefined) && (missing0 = "pass_threshold"))) || ((data.votes === undefined) && (missing0 = "votes"))){
validate37.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.model !== undefined){
const _errs1 = errors;
if(typeof data.model !== "string"){
validate37.errors = [{instancePath:instancePath+"/model",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.at !== undefined){
const _errs3 = errors;
if(!(validate20(data.at, {instancePath:instancePath+"/at",parentData:data,parentDataProperty:"at",rootData}))){
vErrors = vErrors === null ? validate20.errors : vErrors.concat(validate20.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout_s !== undefined){
let data2 = data.timeout_s;
const _errs4 = errors;
if(!((typeof data2 == "number") && (isFinite(data2)))){
validate37.errors = [{instancePath:instancePath+"/timeout_s",keyword:"type",params:{type: "number"}}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.max_tokens !== undefined){
let data3 = data.max_tokens;
const _errs6 = errors;
const _errs7 = errors;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
validate37.errors = [{instancePath:instancePath+"/max_tokens",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs7){
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 9007199254740991 || isNaN(data3)){
validate37.errors = [{instancePath:instancePath+"/max_tokens",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data3 < 0 || isNaN(data3)){
validate37.errors = [{instancePath:instancePath+"/max_tokens",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.temperature !== undefined){
let data4 = data.temperature;
const _errs9 = errors;
if(!((typeof data4 == "number") && (isFinite(data4)))){
validate37.errors = [{instancePath:instancePath+"/temperature",keyword:"type",params:{type: "number"}}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.scale !== undefined){
let data5 = data.scale;
const _errs11 = errors;
const _errs12 = errors;
if(errors === _errs12){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
let missing1;
if(((data5.min === undefined) && (missing1 = "min")) || ((data5.max === undefined) && (missing1 = "max"))){
validate37.errors = [{instancePath:instancePath+"/scale",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data5.min !== undefined){
let data6 = data5.min;
const _errs14 = errors;
if(!((typeof data6 == "number") && (isFinite(data6)))){
validate37.errors = [{instancePath:instancePath+"/scale/min",keyword:"type",params:{type: "number"}}];
return false;
}
var valid3 = _errs14 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data5.max !== undefined){
let data7 = data5.max;
const _errs16 = errors;
if(!((typeof data7 == "number") && (isFinite(data7)))){
validate37.errors = [{instancePath:instancePath+"/scale/max",keyword:"type",params:{type: "number"}}];
return false;
}
var valid3 = _errs16 === errors;
}
else {
var valid3 = true;
}
}
}
}
else {
validate37.errors = [{instancePath:instancePath+"/scale",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.pass_threshold !== undefined){
let data8 = data.pass_threshold;
const _errs18 = errors;
if(!((typeof data8 == "number") && (isFinite(data8)))){
validate37.errors = [{instancePath:instancePath+"/pass_threshold",keyword:"type",params:{type: "number"}}];
return false;
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.votes !== undefined){
let data9 = data.votes;
const _errs20 = errors;
const _errs21 = errors;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
validate37.errors = [{instancePath:instancePath+"/votes",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs21){
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 9007199254740991 || isNaN(data9)){
validate37.errors = [{instancePath:instancePath+"/votes",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data9 < 0 || isNaN(data9)){
validate37.errors = [{instancePath:instancePath+"/votes",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
else {
validate37.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate37.errors = vErrors;
return errors === 0;
}


function validate36(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.text === undefined) && (missing0 = "text")) || ((data.judge === undefined) && (missing0 = "judge"))){
validate36.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.text !== undefined){
const _errs1 = errors;
if(typeof data.text !== "string"){
validate36.errors = [{instancePath:instancePath+"/text",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.about !== undefined){
const _errs3 = errors;
if(typeof data.about !== "string"){
validate36.errors = [{instancePath:instancePath+"/about",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.reference !== undefined){
let data2 = data.reference;
const _errs5 = errors;
const _errs6 = errors;
let valid1 = true;
const _errs7 = errors;
if(typeof data2 !== "string"){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs7 === errors;
errors = _errs6;
if(vErrors !== null){
if(_errs6){
vErrors.length = _errs6;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs9 = errors;
const _errs10 = errors;
if(errors === _errs10){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
if(Object.keys(data2).length > 1){
validate36.errors = [{instancePath:instancePath+"/reference",keyword:"maxProperties",params:{limit: 1}}];
return false;
}
else {
if(Object.keys(data2).length < 1){
validate36.errors = [{instancePath:instancePath+"/reference",keyword:"minProperties",params:{limit: 1}}];
return false;
}
else {
const _errs12 = errors;
for(const key0 in data2){
if(!((key0 === "field") || (key0 === "input"))){
validate36.errors = [{instancePath:instancePath+"/reference",keyword:"additionalProperties",params:{additionalProperty: key0}}];
return false;
break;
}
}
if(_errs12 === errors){
if(data2.field !== undefined){
const _errs13 = errors;
if(typeof data2.field !== "string"){
validate36.errors = [{instancePath:instancePath+"/reference/field",keyword:"type",params:{type: "string"}}];
return false;
}
var valid3 = _errs13 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.input !== undefined){
const _errs15 = errors;
if(typeof data2.input !== "string"){
validate36.errors = [{instancePath:instancePath+"/reference/input",keyword:"type",params:{type: "string"}}];
return false;
}
var valid3 = _errs15 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
else {
validate36.errors = [{instancePath:instancePath+"/reference",keyword:"type",params:{type: "object"}}];
return false;
}
}
var _valid0 = _errs9 === errors;
valid1 = _valid0;
}
if(!valid1){
const err1 = {instancePath:instancePath+"/reference",keyword:"if",params:{failingKeyword: "else"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
validate36.errors = vErrors;
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.judge !== undefined){
const _errs17 = errors;
if(!(validate37(data.judge, {instancePath:instancePath+"/judge",parentData:data,parentDataProperty:"judge",rootData}))){
vErrors = vErrors === null ? validate37.errors : vErrors.concat(validate37.errors);
errors = vErrors.length;
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.at !== undefined){
const _errs18 = errors;
if(!(validate20(data.at, {instancePath:instancePath+"/at",parentData:data,parentDataProperty:"at",rootData}))){
vErrors = vErrors === null ? validate20.errors : vErrors.concat(validate20.errors);
errors = vErrors.length;
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
else {
validate36.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate36.errors = vErrors;
return errors === 0;
}

const schema41 = {"description":"The judge of a behaviour.","type":"object","required":["model","timeout_s","max_tokens","scale","votes"],"properties":{"model":{"type":"string"},"at":{"$ref":"#/$defs/place"},"timeout_s":{"type":"number"},"max_tokens":{"$ref":"#/$defs/count"},"temperature":{"type":"number"},"scale":{"$ref":"#/$defs/scale"},"votes":{"$ref":"#/$defs/count"}}};

function validate43(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((data.model === undefined) && (missing0 = "model")) || ((data.timeout_s === undefined) && (missing0 = "timeout_s"))) || ((data.max_tokens === undefined) && (missing0 = "max_tokens"))) || ((data.scale === undefined) && (missing0 = "scale"))) || ((data.votes === undefined) && (missing0 = "votes"))){
validate43.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.model !== undefined){
const _errs1 = errors;
if(typeof data.model !== "string"){
validate43.errors = [{instancePath:instancePath+"/model",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.at !== undefined){
const _errs3 = errors;
if(!(validate20(data.at, {instancePath:instancePath+"/at",parentData:data,parentDataProperty:"at",rootData}))){
vErrors = vErrors === null ? validate20.errors : vErrors.concat(validate20.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeout_s !== undefined){
let data2 = data.timeout_s;
const _errs4 = errors;
if(!((typeof data2 == "number") && (isFinite(data2)))){
validate43.errors = [{instancePath:instancePath+"/timeout_s",keyword:"type",params:{type: "number"}}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.max_tokens !== undefined){
let data3 = data.max_tokens;
const _errs6 = errors;
const _errs7 = errors;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
validate43.errors = [{instancePath:instancePath+"/max_tokens",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs7){
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 9007199254740991 || isNaN(data3)){
validate43.errors = [{instancePath:instancePath+"/max_tokens",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data3 < 0 || isNaN(data3)){
validate43.errors = [{instancePath:instancePath+"/max_tokens",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.temperature !== undefined){
let data4 = data.temperature;
const _errs9 = errors;
if(!((typeof data4 == "number") && (isFinite(data4)))){
validate43.errors = [{instancePath:instancePath+"/temperature",keyword:"type",params:{type: "number"}}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.scale !== undefined){
let data5 = data.scale;
const _errs11 = errors;
const _errs12 = errors;
if(errors === _errs12){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
let missing1;
if(((data5.min === undefined) && (missing1 = "min")) || ((data5.max === undefined) && (missing1 = "max"))){
validate43.errors = [{instancePath:instancePath+"/scale",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data5.min !== undefined){
let data6 = data5.min;
const _errs14 = errors;
if(!((typeof data6 == "number") && (isFinite(data6)))){
validate43.errors = [{instancePath:instancePath+"/scale/min",keyword:"type",params:{type: "number"}}];
return false;
}
var valid3 = _errs14 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data5.max !== undefined){
let data7 = data5.max;
const _errs16 = errors;
if(!((typeof data7 == "number") && (isFinite(data7)))){
validate43.errors = [{instancePath:instancePath+"/scale/max",keyword:"type",params:{type: "number"}}];
return false;
}
var valid3 = _errs16 === errors;
}
else {
var valid3 = true;
}
}
}
}
else {
validate43.errors = [{instancePath:instancePath+"/scale",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.votes !== undefined){
let data8 = data.votes;
const _errs18 = errors;
const _errs19 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
validate43.errors = [{instancePath:instancePath+"/votes",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs19){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 9007199254740991 || isNaN(data8)){
validate43.errors = [{instancePath:instancePath+"/votes",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data8 < 0 || isNaN(data8)){
validate43.errors = [{instancePath:instancePath+"/votes",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
else {
validate43.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate43.errors = vErrors;
return errors === 0;
}


function validate32(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((data.grader === undefined) && (missing0 = "grader")){
validate32.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.grader !== undefined){
const _errs2 = errors;
if(typeof data.grader !== "string"){
validate32.errors = [{instancePath:instancePath+"/grader",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
const tag0 = data.grader;
if(typeof tag0 == "string"){
if(tag0 === "trial_passes"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if(((data.grader === undefined) && (missing1 = "grader")) || ((data.params === undefined) && (missing1 = "params"))){
validate32.errors = [{instancePath,keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data.grader !== undefined){
const _errs5 = errors;
if("trial_passes" !== data.grader){
validate32.errors = [{instancePath:instancePath+"/grader",keyword:"const",params:{allowedValue: "trial_passes"}}];
return false;
}
var valid3 = _errs5 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data.params !== undefined){
let data2 = data.params;
const _errs6 = errors;
if(errors === _errs6){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing2;
if((data2.checks === undefined) && (missing2 = "checks")){
validate32.errors = [{instancePath:instancePath+"/params",keyword:"required",params:{missingProperty: missing2}}];
return false;
}
else {
if(data2.checks !== undefined){
let data3 = data2.checks;
const _errs8 = errors;
if(errors === _errs8){
if(Array.isArray(data3)){
var valid5 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
const _errs10 = errors;
if(!(validate33(data3[i0], {instancePath:instancePath+"/params/checks/" + i0,parentData:data3,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
errors = vErrors.length;
}
var valid5 = _errs10 === errors;
if(!valid5){
break;
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/params/checks",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid4 = _errs8 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data2.rubric !== undefined){
let data5 = data2.rubric;
const _errs11 = errors;
const _errs12 = errors;
let valid6 = true;
const _errs13 = errors;
if(!(Array.isArray(data5))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs13 === errors;
errors = _errs12;
if(vErrors !== null){
if(_errs12){
vErrors.length = _errs12;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs15 = errors;
if(Array.isArray(data5)){
var valid7 = true;
const len1 = data5.length;
for(let i1=0; i1<len1; i1++){
const _errs16 = errors;
if(!(validate36(data5[i1], {instancePath:instancePath+"/params/rubric/" + i1,parentData:data5,parentDataProperty:i1,rootData}))){
vErrors = vErrors === null ? validate36.errors : vErrors.concat(validate36.errors);
errors = vErrors.length;
}
var valid7 = _errs16 === errors;
if(!valid7){
break;
}
}
}
var _valid0 = _errs15 === errors;
valid6 = _valid0;
ifClause0 = "then";
}
else {
const _errs17 = errors;
if(!(validate36(data5, {instancePath:instancePath+"/params/rubric",parentData:data2,parentDataProperty:"rubric",rootData}))){
vErrors = vErrors === null ? validate36.errors : vErrors.concat(validate36.errors);
errors = vErrors.length;
}
var _valid0 = _errs17 === errors;
valid6 = _valid0;
ifClause0 = "else";
}
if(!valid6){
const err1 = {instancePath:instancePath+"/params/rubric",keyword:"if",params:{failingKeyword: ifClause0}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
validate32.errors = vErrors;
return false;
}
var valid4 = _errs11 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data2.extract !== undefined){
let data7 = data2.extract;
const _errs18 = errors;
if(!(data7 && typeof data7 == "object" && !Array.isArray(data7))){
validate32.errors = [{instancePath:instancePath+"/params/extract",keyword:"type",params:{type: "object"}}];
return false;
}
var valid4 = _errs18 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/params",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid3 = _errs6 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
else if(tag0 === "trigger"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing3;
if(((data.grader === undefined) && (missing3 = "grader")) || ((data.params === undefined) && (missing3 = "params"))){
validate32.errors = [{instancePath,keyword:"required",params:{missingProperty: missing3}}];
return false;
}
else {
if(data.grader !== undefined){
const _errs21 = errors;
if("trigger" !== data.grader){
validate32.errors = [{instancePath:instancePath+"/grader",keyword:"const",params:{allowedValue: "trigger"}}];
return false;
}
var valid9 = _errs21 === errors;
}
else {
var valid9 = true;
}
if(valid9){
if(data.params !== undefined){
let data9 = data.params;
const _errs22 = errors;
if(!(data9 && typeof data9 == "object" && !Array.isArray(data9))){
validate32.errors = [{instancePath:instancePath+"/params",keyword:"type",params:{type: "object"}}];
return false;
}
var valid9 = _errs22 === errors;
}
else {
var valid9 = true;
}
}
}
}
}
else if(tag0 === "metric"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing4;
if(((data.grader === undefined) && (missing4 = "grader")) || ((data.params === undefined) && (missing4 = "params"))){
validate32.errors = [{instancePath,keyword:"required",params:{missingProperty: missing4}}];
return false;
}
else {
if(data.grader !== undefined){
const _errs25 = errors;
if("metric" !== data.grader){
validate32.errors = [{instancePath:instancePath+"/grader",keyword:"const",params:{allowedValue: "metric"}}];
return false;
}
var valid11 = _errs25 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data.params !== undefined){
let data11 = data.params;
const _errs26 = errors;
if(errors === _errs26){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
let missing5;
if((((((data11.metric === undefined) && (missing5 = "metric")) || ((data11.scope === undefined) && (missing5 = "scope"))) || ((data11.unit === undefined) && (missing5 = "unit"))) || ((data11.least === undefined) && (missing5 = "least"))) || ((data11.cap === undefined) && (missing5 = "cap"))){
validate32.errors = [{instancePath:instancePath+"/params",keyword:"required",params:{missingProperty: missing5}}];
return false;
}
else {
if(data11.metric !== undefined){
const _errs28 = errors;
if(typeof data11.metric !== "string"){
validate32.errors = [{instancePath:instancePath+"/params/metric",keyword:"type",params:{type: "string"}}];
return false;
}
var valid12 = _errs28 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data11.scope !== undefined){
let data13 = data11.scope;
const _errs30 = errors;
if(typeof data13 !== "string"){
validate32.errors = [{instancePath:instancePath+"/params/scope",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((data13 === "per_turn") || (data13 === "per_conversation"))){
validate32.errors = [{instancePath:instancePath+"/params/scope",keyword:"enum",params:{allowedValues: schema30.oneOf[2].properties.params.properties.scope.enum}}];
return false;
}
var valid12 = _errs30 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data11.unit !== undefined){
const _errs32 = errors;
if(typeof data11.unit !== "string"){
validate32.errors = [{instancePath:instancePath+"/params/unit",keyword:"type",params:{type: "string"}}];
return false;
}
var valid12 = _errs32 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data11.least !== undefined){
let data15 = data11.least;
const _errs34 = errors;
if(!((typeof data15 == "number") && (isFinite(data15)))){
validate32.errors = [{instancePath:instancePath+"/params/least",keyword:"type",params:{type: "number"}}];
return false;
}
var valid12 = _errs34 === errors;
}
else {
var valid12 = true;
}
if(valid12){
if(data11.cap !== undefined){
let data16 = data11.cap;
const _errs36 = errors;
if((!((typeof data16 == "number") && (isFinite(data16)))) && (data16 !== null)){
validate32.errors = [{instancePath:instancePath+"/params/cap",keyword:"type",params:{type: schema30.oneOf[2].properties.params.properties.cap.type}}];
return false;
}
var valid12 = _errs36 === errors;
}
else {
var valid12 = true;
}
}
}
}
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/params",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid11 = _errs26 === errors;
}
else {
var valid11 = true;
}
}
}
}
}
else if(tag0 === "class"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing6;
if(((data.grader === undefined) && (missing6 = "grader")) || ((data.params === undefined) && (missing6 = "params"))){
validate32.errors = [{instancePath,keyword:"required",params:{missingProperty: missing6}}];
return false;
}
else {
if(data.grader !== undefined){
const _errs39 = errors;
if("class" !== data.grader){
validate32.errors = [{instancePath:instancePath+"/grader",keyword:"const",params:{allowedValue: "class"}}];
return false;
}
var valid14 = _errs39 === errors;
}
else {
var valid14 = true;
}
if(valid14){
if(data.params !== undefined){
let data18 = data.params;
const _errs40 = errors;
if(errors === _errs40){
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
let missing7;
if((((((data18.expected === undefined) && (missing7 = "expected")) || ((data18.of === undefined) && (missing7 = "of"))) || ((data18.ignore_case === undefined) && (missing7 = "ignore_case"))) || ((data18.kept === undefined) && (missing7 = "kept"))) || ((data18.asked === undefined) && (missing7 = "asked"))){
validate32.errors = [{instancePath:instancePath+"/params",keyword:"required",params:{missingProperty: missing7}}];
return false;
}
else {
if(data18.expected !== undefined){
let data19 = data18.expected;
const _errs42 = errors;
const _errs43 = errors;
let valid16 = true;
const _errs44 = errors;
if(typeof data19 !== "string"){
const err2 = {};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var _valid1 = _errs44 === errors;
errors = _errs43;
if(vErrors !== null){
if(_errs43){
vErrors.length = _errs43;
}
else {
vErrors = null;
}
}
if(!_valid1){
const _errs46 = errors;
const _errs47 = errors;
if(errors === _errs47){
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
let missing8;
if((data19.field === undefined) && (missing8 = "field")){
validate32.errors = [{instancePath:instancePath+"/params/expected",keyword:"required",params:{missingProperty: missing8}}];
return false;
}
else {
if(data19.field !== undefined){
if(typeof data19.field !== "string"){
validate32.errors = [{instancePath:instancePath+"/params/expected/field",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/params/expected",keyword:"type",params:{type: "object"}}];
return false;
}
}
var _valid1 = _errs46 === errors;
valid16 = _valid1;
}
if(!valid16){
const err3 = {instancePath:instancePath+"/params/expected",keyword:"if",params:{failingKeyword: "else"}};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
validate32.errors = vErrors;
return false;
}
var valid15 = _errs42 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data18.at !== undefined){
const _errs51 = errors;
if(typeof data18.at !== "string"){
validate32.errors = [{instancePath:instancePath+"/params/at",keyword:"type",params:{type: "string"}}];
return false;
}
var valid15 = _errs51 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data18.of !== undefined){
let data22 = data18.of;
const _errs53 = errors;
if(errors === _errs53){
if(Array.isArray(data22)){
var valid19 = true;
const len2 = data22.length;
for(let i2=0; i2<len2; i2++){
const _errs55 = errors;
if(typeof data22[i2] !== "string"){
validate32.errors = [{instancePath:instancePath+"/params/of/" + i2,keyword:"type",params:{type: "string"}}];
return false;
}
var valid19 = _errs55 === errors;
if(!valid19){
break;
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/params/of",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid15 = _errs53 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data18.ignore_case !== undefined){
const _errs57 = errors;
if(typeof data18.ignore_case !== "boolean"){
validate32.errors = [{instancePath:instancePath+"/params/ignore_case",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid15 = _errs57 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data18.kept !== undefined){
let data25 = data18.kept;
const _errs59 = errors;
if(errors === _errs59){
if(Array.isArray(data25)){
var valid20 = true;
const len3 = data25.length;
for(let i3=0; i3<len3; i3++){
let data26 = data25[i3];
const _errs61 = errors;
const _errs62 = errors;
if(!(((typeof data26 == "number") && (!(data26 % 1) && !isNaN(data26))) && (isFinite(data26)))){
validate32.errors = [{instancePath:instancePath+"/params/kept/" + i3,keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs62){
if((typeof data26 == "number") && (isFinite(data26))){
if(data26 > 9007199254740991 || isNaN(data26)){
validate32.errors = [{instancePath:instancePath+"/params/kept/" + i3,keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data26 < 0 || isNaN(data26)){
validate32.errors = [{instancePath:instancePath+"/params/kept/" + i3,keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid20 = _errs61 === errors;
if(!valid20){
break;
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/params/kept",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid15 = _errs59 === errors;
}
else {
var valid15 = true;
}
if(valid15){
if(data18.asked !== undefined){
let data27 = data18.asked;
const _errs64 = errors;
if(errors === _errs64){
if(Array.isArray(data27)){
var valid22 = true;
const len4 = data27.length;
for(let i4=0; i4<len4; i4++){
let data28 = data27[i4];
const _errs66 = errors;
const _errs67 = errors;
if(!(((typeof data28 == "number") && (!(data28 % 1) && !isNaN(data28))) && (isFinite(data28)))){
validate32.errors = [{instancePath:instancePath+"/params/asked/" + i4,keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs67){
if((typeof data28 == "number") && (isFinite(data28))){
if(data28 > 9007199254740991 || isNaN(data28)){
validate32.errors = [{instancePath:instancePath+"/params/asked/" + i4,keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data28 < 0 || isNaN(data28)){
validate32.errors = [{instancePath:instancePath+"/params/asked/" + i4,keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid22 = _errs66 === errors;
if(!valid22){
break;
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/params/asked",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid15 = _errs64 === errors;
}
else {
var valid15 = true;
}
}
}
}
}
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/params",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid14 = _errs40 === errors;
}
else {
var valid14 = true;
}
}
}
}
}
else if(tag0 === "expected_behavior"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing9;
if(((data.grader === undefined) && (missing9 = "grader")) || ((data.params === undefined) && (missing9 = "params"))){
validate32.errors = [{instancePath,keyword:"required",params:{missingProperty: missing9}}];
return false;
}
else {
if(data.grader !== undefined){
const _errs70 = errors;
if("expected_behavior" !== data.grader){
validate32.errors = [{instancePath:instancePath+"/grader",keyword:"const",params:{allowedValue: "expected_behavior"}}];
return false;
}
var valid25 = _errs70 === errors;
}
else {
var valid25 = true;
}
if(valid25){
if(data.params !== undefined){
let data30 = data.params;
const _errs71 = errors;
if(errors === _errs71){
if(data30 && typeof data30 == "object" && !Array.isArray(data30)){
let missing10;
if((((data30.text === undefined) && (missing10 = "text")) || ((data30.judge === undefined) && (missing10 = "judge"))) || ((data30.rubric === undefined) && (missing10 = "rubric"))){
validate32.errors = [{instancePath:instancePath+"/params",keyword:"required",params:{missingProperty: missing10}}];
return false;
}
else {
if(data30.text !== undefined){
const _errs73 = errors;
if(typeof data30.text !== "string"){
validate32.errors = [{instancePath:instancePath+"/params/text",keyword:"type",params:{type: "string"}}];
return false;
}
var valid26 = _errs73 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data30.judge !== undefined){
const _errs75 = errors;
if(!(validate43(data30.judge, {instancePath:instancePath+"/params/judge",parentData:data30,parentDataProperty:"judge",rootData}))){
vErrors = vErrors === null ? validate43.errors : vErrors.concat(validate43.errors);
errors = vErrors.length;
}
var valid26 = _errs75 === errors;
}
else {
var valid26 = true;
}
if(valid26){
if(data30.rubric !== undefined){
let data33 = data30.rubric;
const _errs76 = errors;
if((!(data33 && typeof data33 == "object" && !Array.isArray(data33))) && (data33 !== null)){
validate32.errors = [{instancePath:instancePath+"/params/rubric",keyword:"type",params:{type: schema30.oneOf[4].properties.params.properties.rubric.type}}];
return false;
}
if(errors === _errs76){
if(data33 && typeof data33 == "object" && !Array.isArray(data33)){
for(const key0 in data33){
const _errs79 = errors;
if(typeof data33[key0] !== "string"){
validate32.errors = [{instancePath:instancePath+"/params/rubric/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "string"}}];
return false;
}
var valid27 = _errs79 === errors;
if(!valid27){
break;
}
}
}
}
var valid26 = _errs76 === errors;
}
else {
var valid26 = true;
}
}
}
}
}
else {
validate32.errors = [{instancePath:instancePath+"/params",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid25 = _errs71 === errors;
}
else {
var valid25 = true;
}
}
}
}
}
else {
validate32.errors = [{instancePath,keyword:"discriminator",params:{error: "mapping", tag: "grader", tagValue: tag0}}];
return false;
}
}
else {
validate32.errors = [{instancePath,keyword:"discriminator",params:{error: "tag", tag: "grader", tagValue: tag0}}];
return false;
}
}
}
}
else {
validate32.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate32.errors = vErrors;
return errors === 0;
}

const schema45 = {"description":"A rule from scores to a verdict.","type":"object","required":["criterion","params"],"properties":{"criterion":{"type":"string"},"params":{"type":"object"},"significance_level":{"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1},"at":{"$ref":"#/$defs/place"}}};

function validate47(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.criterion === undefined) && (missing0 = "criterion")) || ((data.params === undefined) && (missing0 = "params"))){
validate47.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.criterion !== undefined){
const _errs1 = errors;
if(typeof data.criterion !== "string"){
validate47.errors = [{instancePath:instancePath+"/criterion",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.params !== undefined){
let data1 = data.params;
const _errs3 = errors;
if(!(data1 && typeof data1 == "object" && !Array.isArray(data1))){
validate47.errors = [{instancePath:instancePath+"/params",keyword:"type",params:{type: "object"}}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.significance_level !== undefined){
let data2 = data.significance_level;
const _errs5 = errors;
if(errors === _errs5){
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 >= 1 || isNaN(data2)){
validate47.errors = [{instancePath:instancePath+"/significance_level",keyword:"exclusiveMaximum",params:{comparison: "<", limit: 1}}];
return false;
}
else {
if(data2 <= 0 || isNaN(data2)){
validate47.errors = [{instancePath:instancePath+"/significance_level",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0}}];
return false;
}
}
}
else {
validate47.errors = [{instancePath:instancePath+"/significance_level",keyword:"type",params:{type: "number"}}];
return false;
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.at !== undefined){
const _errs7 = errors;
if(!(validate20(data.at, {instancePath:instancePath+"/at",parentData:data,parentDataProperty:"at",rootData}))){
vErrors = vErrors === null ? validate20.errors : vErrors.concat(validate20.errors);
errors = vErrors.length;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate47.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate47.errors = vErrors;
return errors === 0;
}


function validate31(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.about === undefined) && (missing0 = "about")) || ((data.grader === undefined) && (missing0 = "grader"))) || ((data.criteria === undefined) && (missing0 = "criteria"))){
validate31.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.about !== undefined){
const _errs1 = errors;
if(typeof data.about !== "string"){
validate31.errors = [{instancePath:instancePath+"/about",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.grader !== undefined){
const _errs3 = errors;
if(!(validate32(data.grader, {instancePath:instancePath+"/grader",parentData:data,parentDataProperty:"grader",rootData}))){
vErrors = vErrors === null ? validate32.errors : vErrors.concat(validate32.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.criteria !== undefined){
let data2 = data.criteria;
const _errs4 = errors;
if(errors === _errs4){
if(Array.isArray(data2)){
var valid1 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
const _errs6 = errors;
if(!(validate47(data2[i0], {instancePath:instancePath+"/criteria/" + i0,parentData:data2,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate47.errors : vErrors.concat(validate47.errors);
errors = vErrors.length;
}
var valid1 = _errs6 === errors;
if(!valid1){
break;
}
}
}
else {
validate31.errors = [{instancePath:instancePath+"/criteria",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.at !== undefined){
const _errs7 = errors;
if(!(validate20(data.at, {instancePath:instancePath+"/at",parentData:data,parentDataProperty:"at",rootData}))){
vErrors = vErrors === null ? validate20.errors : vErrors.concat(validate20.errors);
errors = vErrors.length;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate31.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate31.errors = vErrors;
return errors === 0;
}

const schema46 = {"description":"The data set of a case: counts and names, never items.","type":"object","required":["file","sha256","digest","items","kept","asked","kept_units","units","draws","claim","seed","inputs","slices","filter","mean_bytes"],"properties":{"file":{"type":"string"},"sha256":{"type":"string"},"digest":{"type":"string"},"items":{"$ref":"#/$defs/count"},"kept":{"$ref":"#/$defs/count"},"asked":{"$ref":"#/$defs/count"},"kept_units":{"$ref":"#/$defs/count"},"units":{"$ref":"#/$defs/count"},"draws":{"type":"integer","minimum":1,"maximum":1000000},"claim":{"type":"string","enum":["population","file"]},"seed":{"$ref":"#/$defs/count"},"inputs":{"type":"object","additionalProperties":{"type":"string"}},"cluster":{"type":"object","required":["field","weigh"],"properties":{"field":{"type":"string"},"at_most":{"$ref":"#/$defs/count"},"weigh":{"type":"string","enum":["clusters","items"]}}},"slices":{"type":"array","items":{"$ref":"#/$defs/sliceField"}},"filter":{"type":"string"},"mean_bytes":{"type":"number"}}};
const schema54 = {"description":"A field whose values divide the items into slices.","type":"object","required":["field","values"],"properties":{"field":{"type":"string"},"values":{"type":"array","items":{"type":"object","required":["value","kept","kept_units","units"],"properties":{"value":{"type":"string"},"kept":{"$ref":"#/$defs/count"},"kept_units":{"$ref":"#/$defs/count"},"units":{"$ref":"#/$defs/count"},"reported":{"const":true}}}},"gate":{"type":"object","required":["criterion","must"],"properties":{"criterion":{"$ref":"#/$defs/criterion"},"must":{"type":"string","enum":["pass","not_fail"]}}}}};

function validate53(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.field === undefined) && (missing0 = "field")) || ((data.values === undefined) && (missing0 = "values"))){
validate53.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.field !== undefined){
const _errs1 = errors;
if(typeof data.field !== "string"){
validate53.errors = [{instancePath:instancePath+"/field",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.values !== undefined){
let data1 = data.values;
const _errs3 = errors;
if(errors === _errs3){
if(Array.isArray(data1)){
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs5 = errors;
if(errors === _errs5){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if(((((data2.value === undefined) && (missing1 = "value")) || ((data2.kept === undefined) && (missing1 = "kept"))) || ((data2.kept_units === undefined) && (missing1 = "kept_units"))) || ((data2.units === undefined) && (missing1 = "units"))){
validate53.errors = [{instancePath:instancePath+"/values/" + i0,keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data2.value !== undefined){
const _errs7 = errors;
if(typeof data2.value !== "string"){
validate53.errors = [{instancePath:instancePath+"/values/" + i0+"/value",keyword:"type",params:{type: "string"}}];
return false;
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.kept !== undefined){
let data4 = data2.kept;
const _errs9 = errors;
const _errs10 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate53.errors = [{instancePath:instancePath+"/values/" + i0+"/kept",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs10){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 9007199254740991 || isNaN(data4)){
validate53.errors = [{instancePath:instancePath+"/values/" + i0+"/kept",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data4 < 0 || isNaN(data4)){
validate53.errors = [{instancePath:instancePath+"/values/" + i0+"/kept",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid2 = _errs9 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.kept_units !== undefined){
let data5 = data2.kept_units;
const _errs12 = errors;
const _errs13 = errors;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
validate53.errors = [{instancePath:instancePath+"/values/" + i0+"/kept_units",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs13){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 9007199254740991 || isNaN(data5)){
validate53.errors = [{instancePath:instancePath+"/values/" + i0+"/kept_units",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data5 < 0 || isNaN(data5)){
validate53.errors = [{instancePath:instancePath+"/values/" + i0+"/kept_units",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid2 = _errs12 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.units !== undefined){
let data6 = data2.units;
const _errs15 = errors;
const _errs16 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate53.errors = [{instancePath:instancePath+"/values/" + i0+"/units",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs16){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 9007199254740991 || isNaN(data6)){
validate53.errors = [{instancePath:instancePath+"/values/" + i0+"/units",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data6 < 0 || isNaN(data6)){
validate53.errors = [{instancePath:instancePath+"/values/" + i0+"/units",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid2 = _errs15 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data2.reported !== undefined){
const _errs18 = errors;
if(true !== data2.reported){
validate53.errors = [{instancePath:instancePath+"/values/" + i0+"/reported",keyword:"const",params:{allowedValue: true}}];
return false;
}
var valid2 = _errs18 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
}
}
else {
validate53.errors = [{instancePath:instancePath+"/values/" + i0,keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
else {
validate53.errors = [{instancePath:instancePath+"/values",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.gate !== undefined){
let data8 = data.gate;
const _errs19 = errors;
if(errors === _errs19){
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
let missing2;
if(((data8.criterion === undefined) && (missing2 = "criterion")) || ((data8.must === undefined) && (missing2 = "must"))){
validate53.errors = [{instancePath:instancePath+"/gate",keyword:"required",params:{missingProperty: missing2}}];
return false;
}
else {
if(data8.criterion !== undefined){
const _errs21 = errors;
if(!(validate47(data8.criterion, {instancePath:instancePath+"/gate/criterion",parentData:data8,parentDataProperty:"criterion",rootData}))){
vErrors = vErrors === null ? validate47.errors : vErrors.concat(validate47.errors);
errors = vErrors.length;
}
var valid6 = _errs21 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data8.must !== undefined){
let data10 = data8.must;
const _errs22 = errors;
if(typeof data10 !== "string"){
validate53.errors = [{instancePath:instancePath+"/gate/must",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((data10 === "pass") || (data10 === "not_fail"))){
validate53.errors = [{instancePath:instancePath+"/gate/must",keyword:"enum",params:{allowedValues: schema54.properties.gate.properties.must.enum}}];
return false;
}
var valid6 = _errs22 === errors;
}
else {
var valid6 = true;
}
}
}
}
else {
validate53.errors = [{instancePath:instancePath+"/gate",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate53.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate53.errors = vErrors;
return errors === 0;
}


function validate52(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((((((((data.file === undefined) && (missing0 = "file")) || ((data.sha256 === undefined) && (missing0 = "sha256"))) || ((data.digest === undefined) && (missing0 = "digest"))) || ((data.items === undefined) && (missing0 = "items"))) || ((data.kept === undefined) && (missing0 = "kept"))) || ((data.asked === undefined) && (missing0 = "asked"))) || ((data.kept_units === undefined) && (missing0 = "kept_units"))) || ((data.units === undefined) && (missing0 = "units"))) || ((data.draws === undefined) && (missing0 = "draws"))) || ((data.claim === undefined) && (missing0 = "claim"))) || ((data.seed === undefined) && (missing0 = "seed"))) || ((data.inputs === undefined) && (missing0 = "inputs"))) || ((data.slices === undefined) && (missing0 = "slices"))) || ((data.filter === undefined) && (missing0 = "filter"))) || ((data.mean_bytes === undefined) && (missing0 = "mean_bytes"))){
validate52.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.file !== undefined){
const _errs1 = errors;
if(typeof data.file !== "string"){
validate52.errors = [{instancePath:instancePath+"/file",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.sha256 !== undefined){
const _errs3 = errors;
if(typeof data.sha256 !== "string"){
validate52.errors = [{instancePath:instancePath+"/sha256",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.digest !== undefined){
const _errs5 = errors;
if(typeof data.digest !== "string"){
validate52.errors = [{instancePath:instancePath+"/digest",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.items !== undefined){
let data3 = data.items;
const _errs7 = errors;
const _errs8 = errors;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
validate52.errors = [{instancePath:instancePath+"/items",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs8){
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 9007199254740991 || isNaN(data3)){
validate52.errors = [{instancePath:instancePath+"/items",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data3 < 0 || isNaN(data3)){
validate52.errors = [{instancePath:instancePath+"/items",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.kept !== undefined){
let data4 = data.kept;
const _errs10 = errors;
const _errs11 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate52.errors = [{instancePath:instancePath+"/kept",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs11){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 9007199254740991 || isNaN(data4)){
validate52.errors = [{instancePath:instancePath+"/kept",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data4 < 0 || isNaN(data4)){
validate52.errors = [{instancePath:instancePath+"/kept",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.asked !== undefined){
let data5 = data.asked;
const _errs13 = errors;
const _errs14 = errors;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
validate52.errors = [{instancePath:instancePath+"/asked",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs14){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 9007199254740991 || isNaN(data5)){
validate52.errors = [{instancePath:instancePath+"/asked",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data5 < 0 || isNaN(data5)){
validate52.errors = [{instancePath:instancePath+"/asked",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.kept_units !== undefined){
let data6 = data.kept_units;
const _errs16 = errors;
const _errs17 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate52.errors = [{instancePath:instancePath+"/kept_units",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs17){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 9007199254740991 || isNaN(data6)){
validate52.errors = [{instancePath:instancePath+"/kept_units",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data6 < 0 || isNaN(data6)){
validate52.errors = [{instancePath:instancePath+"/kept_units",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.units !== undefined){
let data7 = data.units;
const _errs19 = errors;
const _errs20 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate52.errors = [{instancePath:instancePath+"/units",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs20){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 9007199254740991 || isNaN(data7)){
validate52.errors = [{instancePath:instancePath+"/units",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data7 < 0 || isNaN(data7)){
validate52.errors = [{instancePath:instancePath+"/units",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.draws !== undefined){
let data8 = data.draws;
const _errs22 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
validate52.errors = [{instancePath:instancePath+"/draws",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs22){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 1000000 || isNaN(data8)){
validate52.errors = [{instancePath:instancePath+"/draws",keyword:"maximum",params:{comparison: "<=", limit: 1000000}}];
return false;
}
else {
if(data8 < 1 || isNaN(data8)){
validate52.errors = [{instancePath:instancePath+"/draws",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.claim !== undefined){
let data9 = data.claim;
const _errs24 = errors;
if(typeof data9 !== "string"){
validate52.errors = [{instancePath:instancePath+"/claim",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((data9 === "population") || (data9 === "file"))){
validate52.errors = [{instancePath:instancePath+"/claim",keyword:"enum",params:{allowedValues: schema46.properties.claim.enum}}];
return false;
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.seed !== undefined){
let data10 = data.seed;
const _errs26 = errors;
const _errs27 = errors;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
validate52.errors = [{instancePath:instancePath+"/seed",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs27){
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 9007199254740991 || isNaN(data10)){
validate52.errors = [{instancePath:instancePath+"/seed",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data10 < 0 || isNaN(data10)){
validate52.errors = [{instancePath:instancePath+"/seed",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs26 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.inputs !== undefined){
let data11 = data.inputs;
const _errs29 = errors;
if(errors === _errs29){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
for(const key0 in data11){
const _errs32 = errors;
if(typeof data11[key0] !== "string"){
validate52.errors = [{instancePath:instancePath+"/inputs/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "string"}}];
return false;
}
var valid7 = _errs32 === errors;
if(!valid7){
break;
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/inputs",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs29 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cluster !== undefined){
let data13 = data.cluster;
const _errs34 = errors;
if(errors === _errs34){
if(data13 && typeof data13 == "object" && !Array.isArray(data13)){
let missing1;
if(((data13.field === undefined) && (missing1 = "field")) || ((data13.weigh === undefined) && (missing1 = "weigh"))){
validate52.errors = [{instancePath:instancePath+"/cluster",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data13.field !== undefined){
const _errs36 = errors;
if(typeof data13.field !== "string"){
validate52.errors = [{instancePath:instancePath+"/cluster/field",keyword:"type",params:{type: "string"}}];
return false;
}
var valid8 = _errs36 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data13.at_most !== undefined){
let data15 = data13.at_most;
const _errs38 = errors;
const _errs39 = errors;
if(!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))){
validate52.errors = [{instancePath:instancePath+"/cluster/at_most",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs39){
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 9007199254740991 || isNaN(data15)){
validate52.errors = [{instancePath:instancePath+"/cluster/at_most",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data15 < 0 || isNaN(data15)){
validate52.errors = [{instancePath:instancePath+"/cluster/at_most",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid8 = _errs38 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data13.weigh !== undefined){
let data16 = data13.weigh;
const _errs41 = errors;
if(typeof data16 !== "string"){
validate52.errors = [{instancePath:instancePath+"/cluster/weigh",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((data16 === "clusters") || (data16 === "items"))){
validate52.errors = [{instancePath:instancePath+"/cluster/weigh",keyword:"enum",params:{allowedValues: schema46.properties.cluster.properties.weigh.enum}}];
return false;
}
var valid8 = _errs41 === errors;
}
else {
var valid8 = true;
}
}
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/cluster",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs34 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.slices !== undefined){
let data17 = data.slices;
const _errs43 = errors;
if(errors === _errs43){
if(Array.isArray(data17)){
var valid10 = true;
const len0 = data17.length;
for(let i0=0; i0<len0; i0++){
const _errs45 = errors;
if(!(validate53(data17[i0], {instancePath:instancePath+"/slices/" + i0,parentData:data17,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
errors = vErrors.length;
}
var valid10 = _errs45 === errors;
if(!valid10){
break;
}
}
}
else {
validate52.errors = [{instancePath:instancePath+"/slices",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs43 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.filter !== undefined){
const _errs46 = errors;
if(typeof data.filter !== "string"){
validate52.errors = [{instancePath:instancePath+"/filter",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs46 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.mean_bytes !== undefined){
let data20 = data.mean_bytes;
const _errs48 = errors;
if(!((typeof data20 == "number") && (isFinite(data20)))){
validate52.errors = [{instancePath:instancePath+"/mean_bytes",keyword:"type",params:{type: "number"}}];
return false;
}
var valid0 = _errs48 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate52.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate52.errors = vErrors;
return errors === 0;
}


function validate14(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((data.name === undefined) && (missing0 = "name")) || ((data.subject === undefined) && (missing0 = "subject"))) || ((data.sample_size === undefined) && (missing0 = "sample_size"))) || ((data.sequential === undefined) && (missing0 = "sequential"))) || ((data.stop_early === undefined) && (missing0 = "stop_early"))) || ((data.expectations === undefined) && (missing0 = "expectations"))){
validate14.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.name !== undefined){
const _errs1 = errors;
if(typeof data.name !== "string"){
validate14.errors = [{instancePath:instancePath+"/name",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.subject !== undefined){
const _errs3 = errors;
if(!(validate15(data.subject, {instancePath:instancePath+"/subject",parentData:data,parentDataProperty:"subject",rootData}))){
vErrors = vErrors === null ? validate15.errors : vErrors.concat(validate15.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.look !== undefined){
const _errs4 = errors;
if(true !== data.look){
validate14.errors = [{instancePath:instancePath+"/look",keyword:"const",params:{allowedValue: true}}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.sample_size !== undefined){
let data3 = data.sample_size;
const _errs5 = errors;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
validate14.errors = [{instancePath:instancePath+"/sample_size",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs5){
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 1000000 || isNaN(data3)){
validate14.errors = [{instancePath:instancePath+"/sample_size",keyword:"maximum",params:{comparison: "<=", limit: 1000000}}];
return false;
}
else {
if(data3 < 1 || isNaN(data3)){
validate14.errors = [{instancePath:instancePath+"/sample_size",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.sequential !== undefined){
const _errs7 = errors;
if(typeof data.sequential !== "boolean"){
validate14.errors = [{instancePath:instancePath+"/sequential",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeouts !== undefined){
let data5 = data.timeouts;
const _errs9 = errors;
if(typeof data5 !== "string"){
validate14.errors = [{instancePath:instancePath+"/timeouts",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((data5 === "fail") || (data5 === "ask_again"))){
validate14.errors = [{instancePath:instancePath+"/timeouts",keyword:"enum",params:{allowedValues: schema15.properties.timeouts.enum}}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.stop_early !== undefined){
const _errs11 = errors;
if(typeof data.stop_early !== "boolean"){
validate14.errors = [{instancePath:instancePath+"/stop_early",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.expected !== undefined){
let data7 = data.expected;
const _errs13 = errors;
if(!((typeof data7 == "number") && (isFinite(data7)))){
validate14.errors = [{instancePath:instancePath+"/expected",keyword:"type",params:{type: "number"}}];
return false;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.expectations !== undefined){
let data8 = data.expectations;
const _errs15 = errors;
if(errors === _errs15){
if(Array.isArray(data8)){
var valid1 = true;
const len0 = data8.length;
for(let i0=0; i0<len0; i0++){
const _errs17 = errors;
if(!(validate31(data8[i0], {instancePath:instancePath+"/expectations/" + i0,parentData:data8,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate31.errors : vErrors.concat(validate31.errors);
errors = vErrors.length;
}
var valid1 = _errs17 === errors;
if(!valid1){
break;
}
}
}
else {
validate14.errors = [{instancePath:instancePath+"/expectations",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.dataset !== undefined){
const _errs18 = errors;
if(!(validate52(data.dataset, {instancePath:instancePath+"/dataset",parentData:data,parentDataProperty:"dataset",rootData}))){
vErrors = vErrors === null ? validate52.errors : vErrors.concat(validate52.errors);
errors = vErrors.length;
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.at !== undefined){
const _errs19 = errors;
if(!(validate20(data.at, {instancePath:instancePath+"/at",parentData:data,parentDataProperty:"at",rootData}))){
vErrors = vErrors === null ? validate20.errors : vErrors.concat(validate20.errors);
errors = vErrors.length;
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate14.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate14.errors = vErrors;
return errors === 0;
}

const schema60 = {"description":"The forecast of a claim before the run.","type":"object","required":["case","about","criterion","claim","test","significance_level","n","smallest_n","max_failures","power","needed_n","is_widest_spread"],"properties":{"case":{"type":"string"},"about":{"type":"string"},"criterion":{"type":"string"},"claim":{"type":"string"},"test":{"type":"string"},"significance_level":{"type":["number","null"],"exclusiveMinimum":0,"exclusiveMaximum":1},"n":{"$ref":"#/$defs/count"},"smallest_n":{"type":["integer","null"],"minimum":0,"maximum":9007199254740991},"max_failures":{"type":["integer","null"],"minimum":0,"maximum":9007199254740991},"gives_up":{"type":"boolean"},"can_fail":{"type":["boolean","null"]},"power":{"$ref":"#/$defs/power"},"mean_trials":{"type":"object","required":["at_bar","at_expected","bar"],"properties":{"at_bar":{"type":"number"},"at_expected":{"type":"number"},"bar":{"type":"string"}}},"needed_n":{"type":["integer","null"],"minimum":0,"maximum":9007199254740991},"is_widest_spread":{"type":"boolean"}}};
const schema62 = {"description":"The chance that a claim passes, and the true value that it assumes.","type":["object","null"],"required":["at","truth","value"],"properties":{"at":{"type":"number"},"truth":{"type":"string"},"value":{"type":"number"}}};

function validate59(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((((((data.case === undefined) && (missing0 = "case")) || ((data.about === undefined) && (missing0 = "about"))) || ((data.criterion === undefined) && (missing0 = "criterion"))) || ((data.claim === undefined) && (missing0 = "claim"))) || ((data.test === undefined) && (missing0 = "test"))) || ((data.significance_level === undefined) && (missing0 = "significance_level"))) || ((data.n === undefined) && (missing0 = "n"))) || ((data.smallest_n === undefined) && (missing0 = "smallest_n"))) || ((data.max_failures === undefined) && (missing0 = "max_failures"))) || ((data.power === undefined) && (missing0 = "power"))) || ((data.needed_n === undefined) && (missing0 = "needed_n"))) || ((data.is_widest_spread === undefined) && (missing0 = "is_widest_spread"))){
validate59.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.case !== undefined){
const _errs1 = errors;
if(typeof data.case !== "string"){
validate59.errors = [{instancePath:instancePath+"/case",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.about !== undefined){
const _errs3 = errors;
if(typeof data.about !== "string"){
validate59.errors = [{instancePath:instancePath+"/about",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.criterion !== undefined){
const _errs5 = errors;
if(typeof data.criterion !== "string"){
validate59.errors = [{instancePath:instancePath+"/criterion",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.claim !== undefined){
const _errs7 = errors;
if(typeof data.claim !== "string"){
validate59.errors = [{instancePath:instancePath+"/claim",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.test !== undefined){
const _errs9 = errors;
if(typeof data.test !== "string"){
validate59.errors = [{instancePath:instancePath+"/test",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.significance_level !== undefined){
let data5 = data.significance_level;
const _errs11 = errors;
if((!((typeof data5 == "number") && (isFinite(data5)))) && (data5 !== null)){
validate59.errors = [{instancePath:instancePath+"/significance_level",keyword:"type",params:{type: schema60.properties.significance_level.type}}];
return false;
}
if(errors === _errs11){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 >= 1 || isNaN(data5)){
validate59.errors = [{instancePath:instancePath+"/significance_level",keyword:"exclusiveMaximum",params:{comparison: "<", limit: 1}}];
return false;
}
else {
if(data5 <= 0 || isNaN(data5)){
validate59.errors = [{instancePath:instancePath+"/significance_level",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.n !== undefined){
let data6 = data.n;
const _errs13 = errors;
const _errs14 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate59.errors = [{instancePath:instancePath+"/n",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs14){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 9007199254740991 || isNaN(data6)){
validate59.errors = [{instancePath:instancePath+"/n",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data6 < 0 || isNaN(data6)){
validate59.errors = [{instancePath:instancePath+"/n",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.smallest_n !== undefined){
let data7 = data.smallest_n;
const _errs16 = errors;
if((!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))) && (data7 !== null)){
validate59.errors = [{instancePath:instancePath+"/smallest_n",keyword:"type",params:{type: schema60.properties.smallest_n.type}}];
return false;
}
if(errors === _errs16){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 9007199254740991 || isNaN(data7)){
validate59.errors = [{instancePath:instancePath+"/smallest_n",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data7 < 0 || isNaN(data7)){
validate59.errors = [{instancePath:instancePath+"/smallest_n",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.max_failures !== undefined){
let data8 = data.max_failures;
const _errs18 = errors;
if((!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))) && (data8 !== null)){
validate59.errors = [{instancePath:instancePath+"/max_failures",keyword:"type",params:{type: schema60.properties.max_failures.type}}];
return false;
}
if(errors === _errs18){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 9007199254740991 || isNaN(data8)){
validate59.errors = [{instancePath:instancePath+"/max_failures",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data8 < 0 || isNaN(data8)){
validate59.errors = [{instancePath:instancePath+"/max_failures",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.gives_up !== undefined){
const _errs20 = errors;
if(typeof data.gives_up !== "boolean"){
validate59.errors = [{instancePath:instancePath+"/gives_up",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid0 = _errs20 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.can_fail !== undefined){
let data10 = data.can_fail;
const _errs22 = errors;
if((typeof data10 !== "boolean") && (data10 !== null)){
validate59.errors = [{instancePath:instancePath+"/can_fail",keyword:"type",params:{type: schema60.properties.can_fail.type}}];
return false;
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.power !== undefined){
let data11 = data.power;
const _errs24 = errors;
const _errs25 = errors;
if((!(data11 && typeof data11 == "object" && !Array.isArray(data11))) && (data11 !== null)){
validate59.errors = [{instancePath:instancePath+"/power",keyword:"type",params:{type: schema62.type}}];
return false;
}
if(errors === _errs25){
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
let missing1;
if((((data11.at === undefined) && (missing1 = "at")) || ((data11.truth === undefined) && (missing1 = "truth"))) || ((data11.value === undefined) && (missing1 = "value"))){
validate59.errors = [{instancePath:instancePath+"/power",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data11.at !== undefined){
let data12 = data11.at;
const _errs27 = errors;
if(!((typeof data12 == "number") && (isFinite(data12)))){
validate59.errors = [{instancePath:instancePath+"/power/at",keyword:"type",params:{type: "number"}}];
return false;
}
var valid3 = _errs27 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data11.truth !== undefined){
const _errs29 = errors;
if(typeof data11.truth !== "string"){
validate59.errors = [{instancePath:instancePath+"/power/truth",keyword:"type",params:{type: "string"}}];
return false;
}
var valid3 = _errs29 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data11.value !== undefined){
let data14 = data11.value;
const _errs31 = errors;
if(!((typeof data14 == "number") && (isFinite(data14)))){
validate59.errors = [{instancePath:instancePath+"/power/value",keyword:"type",params:{type: "number"}}];
return false;
}
var valid3 = _errs31 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.mean_trials !== undefined){
let data15 = data.mean_trials;
const _errs33 = errors;
if(errors === _errs33){
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
let missing2;
if((((data15.at_bar === undefined) && (missing2 = "at_bar")) || ((data15.at_expected === undefined) && (missing2 = "at_expected"))) || ((data15.bar === undefined) && (missing2 = "bar"))){
validate59.errors = [{instancePath:instancePath+"/mean_trials",keyword:"required",params:{missingProperty: missing2}}];
return false;
}
else {
if(data15.at_bar !== undefined){
let data16 = data15.at_bar;
const _errs35 = errors;
if(!((typeof data16 == "number") && (isFinite(data16)))){
validate59.errors = [{instancePath:instancePath+"/mean_trials/at_bar",keyword:"type",params:{type: "number"}}];
return false;
}
var valid4 = _errs35 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data15.at_expected !== undefined){
let data17 = data15.at_expected;
const _errs37 = errors;
if(!((typeof data17 == "number") && (isFinite(data17)))){
validate59.errors = [{instancePath:instancePath+"/mean_trials/at_expected",keyword:"type",params:{type: "number"}}];
return false;
}
var valid4 = _errs37 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data15.bar !== undefined){
const _errs39 = errors;
if(typeof data15.bar !== "string"){
validate59.errors = [{instancePath:instancePath+"/mean_trials/bar",keyword:"type",params:{type: "string"}}];
return false;
}
var valid4 = _errs39 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
else {
validate59.errors = [{instancePath:instancePath+"/mean_trials",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs33 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.needed_n !== undefined){
let data19 = data.needed_n;
const _errs41 = errors;
if((!(((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19))) && (isFinite(data19)))) && (data19 !== null)){
validate59.errors = [{instancePath:instancePath+"/needed_n",keyword:"type",params:{type: schema60.properties.needed_n.type}}];
return false;
}
if(errors === _errs41){
if((typeof data19 == "number") && (isFinite(data19))){
if(data19 > 9007199254740991 || isNaN(data19)){
validate59.errors = [{instancePath:instancePath+"/needed_n",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data19 < 0 || isNaN(data19)){
validate59.errors = [{instancePath:instancePath+"/needed_n",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs41 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.is_widest_spread !== undefined){
const _errs43 = errors;
if(typeof data.is_widest_spread !== "boolean"){
validate59.errors = [{instancePath:instancePath+"/is_widest_spread",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid0 = _errs43 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate59.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate59.errors = vErrors;
return errors === 0;
}

const schema63 = {"description":"The forecast of the claim of one slice.","type":"object","required":["case","claim","test","significance_level","n","smallest_n","field","value","must"],"properties":{"case":{"type":"string"},"claim":{"type":"string"},"test":{"type":"string"},"significance_level":{"type":["number","null"],"exclusiveMinimum":0,"exclusiveMaximum":1},"n":{"$ref":"#/$defs/count"},"smallest_n":{"type":["integer","null"],"minimum":0,"maximum":9007199254740991},"field":{"type":"string"},"value":{"type":"string"},"must":{"enum":["pass","not_fail"]},"power":{"$ref":"#/$defs/power"}}};

function validate61(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((data.case === undefined) && (missing0 = "case")) || ((data.claim === undefined) && (missing0 = "claim"))) || ((data.test === undefined) && (missing0 = "test"))) || ((data.significance_level === undefined) && (missing0 = "significance_level"))) || ((data.n === undefined) && (missing0 = "n"))) || ((data.smallest_n === undefined) && (missing0 = "smallest_n"))) || ((data.field === undefined) && (missing0 = "field"))) || ((data.value === undefined) && (missing0 = "value"))) || ((data.must === undefined) && (missing0 = "must"))){
validate61.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.case !== undefined){
const _errs1 = errors;
if(typeof data.case !== "string"){
validate61.errors = [{instancePath:instancePath+"/case",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.claim !== undefined){
const _errs3 = errors;
if(typeof data.claim !== "string"){
validate61.errors = [{instancePath:instancePath+"/claim",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.test !== undefined){
const _errs5 = errors;
if(typeof data.test !== "string"){
validate61.errors = [{instancePath:instancePath+"/test",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.significance_level !== undefined){
let data3 = data.significance_level;
const _errs7 = errors;
if((!((typeof data3 == "number") && (isFinite(data3)))) && (data3 !== null)){
validate61.errors = [{instancePath:instancePath+"/significance_level",keyword:"type",params:{type: schema63.properties.significance_level.type}}];
return false;
}
if(errors === _errs7){
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 >= 1 || isNaN(data3)){
validate61.errors = [{instancePath:instancePath+"/significance_level",keyword:"exclusiveMaximum",params:{comparison: "<", limit: 1}}];
return false;
}
else {
if(data3 <= 0 || isNaN(data3)){
validate61.errors = [{instancePath:instancePath+"/significance_level",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.n !== undefined){
let data4 = data.n;
const _errs9 = errors;
const _errs10 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate61.errors = [{instancePath:instancePath+"/n",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs10){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 9007199254740991 || isNaN(data4)){
validate61.errors = [{instancePath:instancePath+"/n",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data4 < 0 || isNaN(data4)){
validate61.errors = [{instancePath:instancePath+"/n",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.smallest_n !== undefined){
let data5 = data.smallest_n;
const _errs12 = errors;
if((!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))) && (data5 !== null)){
validate61.errors = [{instancePath:instancePath+"/smallest_n",keyword:"type",params:{type: schema63.properties.smallest_n.type}}];
return false;
}
if(errors === _errs12){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 9007199254740991 || isNaN(data5)){
validate61.errors = [{instancePath:instancePath+"/smallest_n",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data5 < 0 || isNaN(data5)){
validate61.errors = [{instancePath:instancePath+"/smallest_n",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.field !== undefined){
const _errs14 = errors;
if(typeof data.field !== "string"){
validate61.errors = [{instancePath:instancePath+"/field",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.value !== undefined){
const _errs16 = errors;
if(typeof data.value !== "string"){
validate61.errors = [{instancePath:instancePath+"/value",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.must !== undefined){
let data8 = data.must;
const _errs18 = errors;
if(!((data8 === "pass") || (data8 === "not_fail"))){
validate61.errors = [{instancePath:instancePath+"/must",keyword:"enum",params:{allowedValues: schema63.properties.must.enum}}];
return false;
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.power !== undefined){
let data9 = data.power;
const _errs19 = errors;
const _errs20 = errors;
if((!(data9 && typeof data9 == "object" && !Array.isArray(data9))) && (data9 !== null)){
validate61.errors = [{instancePath:instancePath+"/power",keyword:"type",params:{type: schema62.type}}];
return false;
}
if(errors === _errs20){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
let missing1;
if((((data9.at === undefined) && (missing1 = "at")) || ((data9.truth === undefined) && (missing1 = "truth"))) || ((data9.value === undefined) && (missing1 = "value"))){
validate61.errors = [{instancePath:instancePath+"/power",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data9.at !== undefined){
let data10 = data9.at;
const _errs22 = errors;
if(!((typeof data10 == "number") && (isFinite(data10)))){
validate61.errors = [{instancePath:instancePath+"/power/at",keyword:"type",params:{type: "number"}}];
return false;
}
var valid3 = _errs22 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data9.truth !== undefined){
const _errs24 = errors;
if(typeof data9.truth !== "string"){
validate61.errors = [{instancePath:instancePath+"/power/truth",keyword:"type",params:{type: "string"}}];
return false;
}
var valid3 = _errs24 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data9.value !== undefined){
let data12 = data9.value;
const _errs26 = errors;
if(!((typeof data12 == "number") && (isFinite(data12)))){
validate61.errors = [{instancePath:instancePath+"/power/value",keyword:"type",params:{type: "number"}}];
return false;
}
var valid3 = _errs26 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate61.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate61.errors = vErrors;
return errors === 0;
}

const schema68 = {"description":"The options of a run.","type":"object","required":["stop_early","batch","shard","merged","fail_fast","replay","allow_underpowered","record","budget"],"properties":{"look":{"const":true},"stop_early":{"type":"boolean"},"batch":{"type":"boolean"},"shard":{"if":{"type":"null"},"else":{"$ref":"#/$defs/shard"}},"merged":{"type":["integer","null"],"minimum":0,"maximum":9007199254740991},"fail_fast":{"type":"boolean"},"replay":{"type":"boolean"},"allow_underpowered":{"type":"boolean"},"record":{"type":"boolean"},"budget":{"type":["object","null"],"properties":{"max_calls":{"$ref":"#/$defs/count"},"max_tokens":{"$ref":"#/$defs/count"},"max_cost_usd":{"type":"number"}}}}};
const schema69 = {"description":"A part of a run.","type":"object","required":["index","of"],"properties":{"index":{"$ref":"#/$defs/count"},"of":{"$ref":"#/$defs/count"}}};

function validate64(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.index === undefined) && (missing0 = "index")) || ((data.of === undefined) && (missing0 = "of"))){
validate64.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.index !== undefined){
let data0 = data.index;
const _errs1 = errors;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate64.errors = [{instancePath:instancePath+"/index",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 9007199254740991 || isNaN(data0)){
validate64.errors = [{instancePath:instancePath+"/index",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data0 < 0 || isNaN(data0)){
validate64.errors = [{instancePath:instancePath+"/index",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.of !== undefined){
let data1 = data.of;
const _errs4 = errors;
const _errs5 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate64.errors = [{instancePath:instancePath+"/of",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs5){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 9007199254740991 || isNaN(data1)){
validate64.errors = [{instancePath:instancePath+"/of",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data1 < 0 || isNaN(data1)){
validate64.errors = [{instancePath:instancePath+"/of",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
else {
validate64.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate64.errors = vErrors;
return errors === 0;
}


function validate63(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((data.stop_early === undefined) && (missing0 = "stop_early")) || ((data.batch === undefined) && (missing0 = "batch"))) || ((data.shard === undefined) && (missing0 = "shard"))) || ((data.merged === undefined) && (missing0 = "merged"))) || ((data.fail_fast === undefined) && (missing0 = "fail_fast"))) || ((data.replay === undefined) && (missing0 = "replay"))) || ((data.allow_underpowered === undefined) && (missing0 = "allow_underpowered"))) || ((data.record === undefined) && (missing0 = "record"))) || ((data.budget === undefined) && (missing0 = "budget"))){
validate63.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.look !== undefined){
const _errs1 = errors;
if(true !== data.look){
validate63.errors = [{instancePath:instancePath+"/look",keyword:"const",params:{allowedValue: true}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.stop_early !== undefined){
const _errs2 = errors;
if(typeof data.stop_early !== "boolean"){
validate63.errors = [{instancePath:instancePath+"/stop_early",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.batch !== undefined){
const _errs4 = errors;
if(typeof data.batch !== "boolean"){
validate63.errors = [{instancePath:instancePath+"/batch",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.shard !== undefined){
let data3 = data.shard;
const _errs6 = errors;
const _errs7 = errors;
let valid1 = true;
const _errs8 = errors;
if(data3 !== null){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs8 === errors;
errors = _errs7;
if(vErrors !== null){
if(_errs7){
vErrors.length = _errs7;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs10 = errors;
if(!(validate64(data3, {instancePath:instancePath+"/shard",parentData:data,parentDataProperty:"shard",rootData}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
var _valid0 = _errs10 === errors;
valid1 = _valid0;
}
if(!valid1){
const err1 = {instancePath:instancePath+"/shard",keyword:"if",params:{failingKeyword: "else"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
validate63.errors = vErrors;
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.merged !== undefined){
let data4 = data.merged;
const _errs11 = errors;
if((!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))) && (data4 !== null)){
validate63.errors = [{instancePath:instancePath+"/merged",keyword:"type",params:{type: schema68.properties.merged.type}}];
return false;
}
if(errors === _errs11){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 9007199254740991 || isNaN(data4)){
validate63.errors = [{instancePath:instancePath+"/merged",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data4 < 0 || isNaN(data4)){
validate63.errors = [{instancePath:instancePath+"/merged",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.fail_fast !== undefined){
const _errs13 = errors;
if(typeof data.fail_fast !== "boolean"){
validate63.errors = [{instancePath:instancePath+"/fail_fast",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.replay !== undefined){
const _errs15 = errors;
if(typeof data.replay !== "boolean"){
validate63.errors = [{instancePath:instancePath+"/replay",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.allow_underpowered !== undefined){
const _errs17 = errors;
if(typeof data.allow_underpowered !== "boolean"){
validate63.errors = [{instancePath:instancePath+"/allow_underpowered",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.record !== undefined){
const _errs19 = errors;
if(typeof data.record !== "boolean"){
validate63.errors = [{instancePath:instancePath+"/record",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.budget !== undefined){
let data9 = data.budget;
const _errs21 = errors;
if((!(data9 && typeof data9 == "object" && !Array.isArray(data9))) && (data9 !== null)){
validate63.errors = [{instancePath:instancePath+"/budget",keyword:"type",params:{type: schema68.properties.budget.type}}];
return false;
}
if(errors === _errs21){
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
if(data9.max_calls !== undefined){
let data10 = data9.max_calls;
const _errs23 = errors;
const _errs24 = errors;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
validate63.errors = [{instancePath:instancePath+"/budget/max_calls",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs24){
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 9007199254740991 || isNaN(data10)){
validate63.errors = [{instancePath:instancePath+"/budget/max_calls",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data10 < 0 || isNaN(data10)){
validate63.errors = [{instancePath:instancePath+"/budget/max_calls",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid2 = _errs23 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data9.max_tokens !== undefined){
let data11 = data9.max_tokens;
const _errs26 = errors;
const _errs27 = errors;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
validate63.errors = [{instancePath:instancePath+"/budget/max_tokens",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs27){
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 9007199254740991 || isNaN(data11)){
validate63.errors = [{instancePath:instancePath+"/budget/max_tokens",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data11 < 0 || isNaN(data11)){
validate63.errors = [{instancePath:instancePath+"/budget/max_tokens",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid2 = _errs26 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data9.max_cost_usd !== undefined){
let data12 = data9.max_cost_usd;
const _errs29 = errors;
if(!((typeof data12 == "number") && (isFinite(data12)))){
validate63.errors = [{instancePath:instancePath+"/budget/max_cost_usd",keyword:"type",params:{type: "number"}}];
return false;
}
var valid2 = _errs29 === errors;
}
else {
var valid2 = true;
}
}
}
}
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate63.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate63.errors = vErrors;
return errors === 0;
}


function validate11(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((data.id === undefined) && (missing0 = "id")) || ((data.body === undefined) && (missing0 = "body"))) || ((data.cases === undefined) && (missing0 = "cases"))) || ((data.evidence === undefined) && (missing0 = "evidence"))) || ((data.partial === undefined) && (missing0 = "partial"))) || ((data.calls === undefined) && (missing0 = "calls"))) || ((data.outlooks === undefined) && (missing0 = "outlooks"))) || ((data.manner === undefined) && (missing0 = "manner"))){
validate11.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.id !== undefined){
const _errs1 = errors;
if(typeof data.id !== "string"){
validate11.errors = [{instancePath:instancePath+"/id",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.body !== undefined){
let data1 = data.body;
const _errs3 = errors;
if((typeof data1 !== "string") && (!(Array.isArray(data1)))){
validate11.errors = [{instancePath:instancePath+"/body",keyword:"type",params:{type: schema12.properties.body.type}}];
return false;
}
if(errors === _errs3){
if(Array.isArray(data1)){
if(data1.length < 1){
validate11.errors = [{instancePath:instancePath+"/body",keyword:"minItems",params:{limit: 1}}];
return false;
}
else {
var valid1 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
const _errs5 = errors;
if(!(validate12(data1[i0], {instancePath:instancePath+"/body/" + i0,parentData:data1,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate12.errors : vErrors.concat(validate12.errors);
errors = vErrors.length;
}
var valid1 = _errs5 === errors;
if(!valid1){
break;
}
}
}
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.body_file !== undefined){
const _errs6 = errors;
if(typeof data.body_file !== "string"){
validate11.errors = [{instancePath:instancePath+"/body_file",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cases !== undefined){
let data4 = data.cases;
const _errs8 = errors;
if(errors === _errs8){
if(Array.isArray(data4)){
var valid2 = true;
const len1 = data4.length;
for(let i1=0; i1<len1; i1++){
const _errs10 = errors;
if(!(validate14(data4[i1], {instancePath:instancePath+"/cases/" + i1,parentData:data4,parentDataProperty:i1,rootData}))){
vErrors = vErrors === null ? validate14.errors : vErrors.concat(validate14.errors);
errors = vErrors.length;
}
var valid2 = _errs10 === errors;
if(!valid2){
break;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/cases",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.evidence !== undefined){
let data6 = data.evidence;
const _errs11 = errors;
const _errs12 = errors;
if(errors === _errs12){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing1;
if(((((data6.prompt === undefined) && (missing1 = "prompt")) || ((data6.cases === undefined) && (missing1 = "cases"))) || ((data6.judge === undefined) && (missing1 = "judge"))) || ((data6.models === undefined) && (missing1 = "models"))){
validate11.errors = [{instancePath:instancePath+"/evidence",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data6.prompt !== undefined){
const _errs14 = errors;
if(typeof data6.prompt !== "string"){
validate11.errors = [{instancePath:instancePath+"/evidence/prompt",keyword:"type",params:{type: "string"}}];
return false;
}
var valid4 = _errs14 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.cases !== undefined){
const _errs16 = errors;
if(typeof data6.cases !== "string"){
validate11.errors = [{instancePath:instancePath+"/evidence/cases",keyword:"type",params:{type: "string"}}];
return false;
}
var valid4 = _errs16 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.judge !== undefined){
const _errs18 = errors;
if(typeof data6.judge !== "string"){
validate11.errors = [{instancePath:instancePath+"/evidence/judge",keyword:"type",params:{type: "string"}}];
return false;
}
var valid4 = _errs18 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data6.models !== undefined){
const _errs20 = errors;
if(typeof data6.models !== "string"){
validate11.errors = [{instancePath:instancePath+"/evidence/models",keyword:"type",params:{type: "string"}}];
return false;
}
var valid4 = _errs20 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/evidence",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.partial !== undefined){
const _errs22 = errors;
if(typeof data.partial !== "boolean"){
validate11.errors = [{instancePath:instancePath+"/partial",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.item_choice !== undefined){
let data12 = data.item_choice;
const _errs24 = errors;
if(errors === _errs24){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
if(data12.first !== undefined){
let data13 = data12.first;
const _errs26 = errors;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
validate11.errors = [{instancePath:instancePath+"/item_choice/first",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs26){
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 1000000 || isNaN(data13)){
validate11.errors = [{instancePath:instancePath+"/item_choice/first",keyword:"maximum",params:{comparison: "<=", limit: 1000000}}];
return false;
}
else {
if(data13 < 1 || isNaN(data13)){
validate11.errors = [{instancePath:instancePath+"/item_choice/first",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
}
var valid5 = _errs26 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data12.ids !== undefined){
let data14 = data12.ids;
const _errs28 = errors;
if(errors === _errs28){
if(Array.isArray(data14)){
var valid6 = true;
const len2 = data14.length;
for(let i2=0; i2<len2; i2++){
const _errs30 = errors;
if(typeof data14[i2] !== "string"){
validate11.errors = [{instancePath:instancePath+"/item_choice/ids/" + i2,keyword:"type",params:{type: "string"}}];
return false;
}
var valid6 = _errs30 === errors;
if(!valid6){
break;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/item_choice/ids",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid5 = _errs28 === errors;
}
else {
var valid5 = true;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/item_choice",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.calls !== undefined){
let data16 = data.calls;
const _errs32 = errors;
const _errs33 = errors;
if(!(((typeof data16 == "number") && (!(data16 % 1) && !isNaN(data16))) && (isFinite(data16)))){
validate11.errors = [{instancePath:instancePath+"/calls",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs33){
if((typeof data16 == "number") && (isFinite(data16))){
if(data16 > 9007199254740991 || isNaN(data16)){
validate11.errors = [{instancePath:instancePath+"/calls",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data16 < 0 || isNaN(data16)){
validate11.errors = [{instancePath:instancePath+"/calls",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs32 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.outlooks !== undefined){
let data17 = data.outlooks;
const _errs35 = errors;
if(errors === _errs35){
if(Array.isArray(data17)){
var valid8 = true;
const len3 = data17.length;
for(let i3=0; i3<len3; i3++){
const _errs37 = errors;
if(!(validate59(data17[i3], {instancePath:instancePath+"/outlooks/" + i3,parentData:data17,parentDataProperty:i3,rootData}))){
vErrors = vErrors === null ? validate59.errors : vErrors.concat(validate59.errors);
errors = vErrors.length;
}
var valid8 = _errs37 === errors;
if(!valid8){
break;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/outlooks",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs35 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.slice_outlooks !== undefined){
let data19 = data.slice_outlooks;
const _errs38 = errors;
if(errors === _errs38){
if(Array.isArray(data19)){
var valid9 = true;
const len4 = data19.length;
for(let i4=0; i4<len4; i4++){
const _errs40 = errors;
if(!(validate61(data19[i4], {instancePath:instancePath+"/slice_outlooks/" + i4,parentData:data19,parentDataProperty:i4,rootData}))){
vErrors = vErrors === null ? validate61.errors : vErrors.concat(validate61.errors);
errors = vErrors.length;
}
var valid9 = _errs40 === errors;
if(!valid9){
break;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/slice_outlooks",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs38 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.variant !== undefined){
let data21 = data.variant;
const _errs41 = errors;
const _errs42 = errors;
if(errors === _errs42){
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
if(data21.variant !== undefined){
const _errs44 = errors;
if(typeof data21.variant !== "string"){
validate11.errors = [{instancePath:instancePath+"/variant/variant",keyword:"type",params:{type: "string"}}];
return false;
}
var valid11 = _errs44 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data21.group !== undefined){
const _errs46 = errors;
if(typeof data21.group !== "string"){
validate11.errors = [{instancePath:instancePath+"/variant/group",keyword:"type",params:{type: "string"}}];
return false;
}
var valid11 = _errs46 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data21.override !== undefined){
const _errs48 = errors;
if(true !== data21.override){
validate11.errors = [{instancePath:instancePath+"/variant/override",keyword:"const",params:{allowedValue: true}}];
return false;
}
var valid11 = _errs48 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data21.cases_of !== undefined){
const _errs49 = errors;
if(typeof data21.cases_of !== "string"){
validate11.errors = [{instancePath:instancePath+"/variant/cases_of",keyword:"type",params:{type: "string"}}];
return false;
}
var valid11 = _errs49 === errors;
}
else {
var valid11 = true;
}
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/variant",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs41 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.compare !== undefined){
let data26 = data.compare;
const _errs51 = errors;
const _errs52 = errors;
if(errors === _errs52){
if(data26 && typeof data26 == "object" && !Array.isArray(data26)){
let missing2;
if((((((((((data26.comparison === undefined) && (missing2 = "comparison")) || ((data26.side === undefined) && (missing2 = "side"))) || ((data26.against === undefined) && (missing2 = "against"))) || ((data26.label === undefined) && (missing2 = "label"))) || ((data26.kind === undefined) && (missing2 = "kind"))) || ((data26.id === undefined) && (missing2 = "id"))) || ((data26.margin === undefined) && (missing2 = "margin"))) || ((data26.alpha === undefined) && (missing2 = "alpha"))) || ((data26.from_run === undefined) && (missing2 = "from_run"))){
validate11.errors = [{instancePath:instancePath+"/compare",keyword:"required",params:{missingProperty: missing2}}];
return false;
}
else {
if(data26.comparison !== undefined){
const _errs54 = errors;
if(typeof data26.comparison !== "string"){
validate11.errors = [{instancePath:instancePath+"/compare/comparison",keyword:"type",params:{type: "string"}}];
return false;
}
var valid13 = _errs54 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data26.side !== undefined){
let data28 = data26.side;
const _errs56 = errors;
if(typeof data28 !== "string"){
validate11.errors = [{instancePath:instancePath+"/compare/side",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((data28 === "a") || (data28 === "b"))){
validate11.errors = [{instancePath:instancePath+"/compare/side",keyword:"enum",params:{allowedValues: schema67.properties.side.enum}}];
return false;
}
var valid13 = _errs56 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data26.against !== undefined){
const _errs58 = errors;
if(typeof data26.against !== "string"){
validate11.errors = [{instancePath:instancePath+"/compare/against",keyword:"type",params:{type: "string"}}];
return false;
}
var valid13 = _errs58 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data26.label !== undefined){
const _errs60 = errors;
if(typeof data26.label !== "string"){
validate11.errors = [{instancePath:instancePath+"/compare/label",keyword:"type",params:{type: "string"}}];
return false;
}
var valid13 = _errs60 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data26.kind !== undefined){
let data31 = data26.kind;
const _errs62 = errors;
if(typeof data31 !== "string"){
validate11.errors = [{instancePath:instancePath+"/compare/kind",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((((((data31 === "tree") || (data31 === "ref")) || (data31 === "ready")) || (data31 === "model")) || (data31 === "prompt")) || (data31 === "run"))){
validate11.errors = [{instancePath:instancePath+"/compare/kind",keyword:"enum",params:{allowedValues: schema67.properties.kind.enum}}];
return false;
}
var valid13 = _errs62 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data26.id !== undefined){
const _errs64 = errors;
if(typeof data26.id !== "string"){
validate11.errors = [{instancePath:instancePath+"/compare/id",keyword:"type",params:{type: "string"}}];
return false;
}
var valid13 = _errs64 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data26.ref !== undefined){
const _errs66 = errors;
if(typeof data26.ref !== "string"){
validate11.errors = [{instancePath:instancePath+"/compare/ref",keyword:"type",params:{type: "string"}}];
return false;
}
var valid13 = _errs66 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data26.commit !== undefined){
const _errs68 = errors;
if(typeof data26.commit !== "string"){
validate11.errors = [{instancePath:instancePath+"/compare/commit",keyword:"type",params:{type: "string"}}];
return false;
}
var valid13 = _errs68 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data26.model !== undefined){
const _errs70 = errors;
if(typeof data26.model !== "string"){
validate11.errors = [{instancePath:instancePath+"/compare/model",keyword:"type",params:{type: "string"}}];
return false;
}
var valid13 = _errs70 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data26.margin !== undefined){
let data36 = data26.margin;
const _errs72 = errors;
if(!((typeof data36 == "number") && (isFinite(data36)))){
validate11.errors = [{instancePath:instancePath+"/compare/margin",keyword:"type",params:{type: "number"}}];
return false;
}
var valid13 = _errs72 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data26.alpha !== undefined){
let data37 = data26.alpha;
const _errs74 = errors;
if(!((typeof data37 == "number") && (isFinite(data37)))){
validate11.errors = [{instancePath:instancePath+"/compare/alpha",keyword:"type",params:{type: "number"}}];
return false;
}
var valid13 = _errs74 === errors;
}
else {
var valid13 = true;
}
if(valid13){
if(data26.from_run !== undefined){
let data38 = data26.from_run;
const _errs76 = errors;
if((typeof data38 !== "string") && (data38 !== null)){
validate11.errors = [{instancePath:instancePath+"/compare/from_run",keyword:"type",params:{type: schema67.properties.from_run.type}}];
return false;
}
var valid13 = _errs76 === errors;
}
else {
var valid13 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/compare",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs51 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.manner !== undefined){
const _errs78 = errors;
if(!(validate63(data.manner, {instancePath:instancePath+"/manner",parentData:data,parentDataProperty:"manner",rootData}))){
vErrors = vErrors === null ? validate63.errors : vErrors.concat(validate63.errors);
errors = vErrors.length;
}
var valid0 = _errs78 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.try !== undefined){
let data40 = data.try;
const _errs79 = errors;
const _errs80 = errors;
if(!(((typeof data40 == "number") && (!(data40 % 1) && !isNaN(data40))) && (isFinite(data40)))){
validate11.errors = [{instancePath:instancePath+"/try",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs80){
if((typeof data40 == "number") && (isFinite(data40))){
if(data40 > 9007199254740991 || isNaN(data40)){
validate11.errors = [{instancePath:instancePath+"/try",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data40 < 0 || isNaN(data40)){
validate11.errors = [{instancePath:instancePath+"/try",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs79 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.collected !== undefined){
let data41 = data.collected;
const _errs82 = errors;
const _errs83 = errors;
if(!(((typeof data41 == "number") && (!(data41 % 1) && !isNaN(data41))) && (isFinite(data41)))){
validate11.errors = [{instancePath:instancePath+"/collected",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs83){
if((typeof data41 == "number") && (isFinite(data41))){
if(data41 > 9007199254740991 || isNaN(data41)){
validate11.errors = [{instancePath:instancePath+"/collected",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data41 < 0 || isNaN(data41)){
validate11.errors = [{instancePath:instancePath+"/collected",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs82 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.shards !== undefined){
let data42 = data.shards;
const _errs85 = errors;
if(errors === _errs85){
if(data42 && typeof data42 == "object" && !Array.isArray(data42)){
let missing3;
if(((((data42.of === undefined) && (missing3 = "of")) || ((data42.collected === undefined) && (missing3 = "collected"))) || ((data42.repeated === undefined) && (missing3 = "repeated"))) || ((data42.runs === undefined) && (missing3 = "runs"))){
validate11.errors = [{instancePath:instancePath+"/shards",keyword:"required",params:{missingProperty: missing3}}];
return false;
}
else {
if(data42.of !== undefined){
let data43 = data42.of;
const _errs87 = errors;
const _errs88 = errors;
if(!(((typeof data43 == "number") && (!(data43 % 1) && !isNaN(data43))) && (isFinite(data43)))){
validate11.errors = [{instancePath:instancePath+"/shards/of",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs88){
if((typeof data43 == "number") && (isFinite(data43))){
if(data43 > 9007199254740991 || isNaN(data43)){
validate11.errors = [{instancePath:instancePath+"/shards/of",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data43 < 0 || isNaN(data43)){
validate11.errors = [{instancePath:instancePath+"/shards/of",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid16 = _errs87 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data42.collected !== undefined){
let data44 = data42.collected;
const _errs90 = errors;
const _errs91 = errors;
if(!(((typeof data44 == "number") && (!(data44 % 1) && !isNaN(data44))) && (isFinite(data44)))){
validate11.errors = [{instancePath:instancePath+"/shards/collected",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs91){
if((typeof data44 == "number") && (isFinite(data44))){
if(data44 > 9007199254740991 || isNaN(data44)){
validate11.errors = [{instancePath:instancePath+"/shards/collected",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data44 < 0 || isNaN(data44)){
validate11.errors = [{instancePath:instancePath+"/shards/collected",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid16 = _errs90 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data42.repeated !== undefined){
let data45 = data42.repeated;
const _errs93 = errors;
if(errors === _errs93){
if(Array.isArray(data45)){
var valid19 = true;
const len5 = data45.length;
for(let i5=0; i5<len5; i5++){
let data46 = data45[i5];
const _errs95 = errors;
if(errors === _errs95){
if(data46 && typeof data46 == "object" && !Array.isArray(data46)){
let missing4;
if(((data46.index === undefined) && (missing4 = "index")) || ((data46.times === undefined) && (missing4 = "times"))){
validate11.errors = [{instancePath:instancePath+"/shards/repeated/" + i5,keyword:"required",params:{missingProperty: missing4}}];
return false;
}
else {
if(data46.index !== undefined){
let data47 = data46.index;
const _errs97 = errors;
const _errs98 = errors;
if(!(((typeof data47 == "number") && (!(data47 % 1) && !isNaN(data47))) && (isFinite(data47)))){
validate11.errors = [{instancePath:instancePath+"/shards/repeated/" + i5+"/index",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs98){
if((typeof data47 == "number") && (isFinite(data47))){
if(data47 > 9007199254740991 || isNaN(data47)){
validate11.errors = [{instancePath:instancePath+"/shards/repeated/" + i5+"/index",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data47 < 0 || isNaN(data47)){
validate11.errors = [{instancePath:instancePath+"/shards/repeated/" + i5+"/index",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid20 = _errs97 === errors;
}
else {
var valid20 = true;
}
if(valid20){
if(data46.times !== undefined){
let data48 = data46.times;
const _errs100 = errors;
const _errs101 = errors;
if(!(((typeof data48 == "number") && (!(data48 % 1) && !isNaN(data48))) && (isFinite(data48)))){
validate11.errors = [{instancePath:instancePath+"/shards/repeated/" + i5+"/times",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs101){
if((typeof data48 == "number") && (isFinite(data48))){
if(data48 > 9007199254740991 || isNaN(data48)){
validate11.errors = [{instancePath:instancePath+"/shards/repeated/" + i5+"/times",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data48 < 0 || isNaN(data48)){
validate11.errors = [{instancePath:instancePath+"/shards/repeated/" + i5+"/times",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid20 = _errs100 === errors;
}
else {
var valid20 = true;
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/shards/repeated/" + i5,keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid19 = _errs95 === errors;
if(!valid19){
break;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/shards/repeated",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid16 = _errs93 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data42.runs !== undefined){
let data49 = data42.runs;
const _errs103 = errors;
if(errors === _errs103){
if(Array.isArray(data49)){
var valid23 = true;
const len6 = data49.length;
for(let i6=0; i6<len6; i6++){
const _errs105 = errors;
if(typeof data49[i6] !== "string"){
validate11.errors = [{instancePath:instancePath+"/shards/runs/" + i6,keyword:"type",params:{type: "string"}}];
return false;
}
var valid23 = _errs105 === errors;
if(!valid23){
break;
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/shards/runs",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid16 = _errs103 === errors;
}
else {
var valid16 = true;
}
}
}
}
}
}
else {
validate11.errors = [{instancePath:instancePath+"/shards",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs85 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.tries !== undefined){
let data51 = data.tries;
const _errs107 = errors;
if(typeof data51 !== "string"){
validate11.errors = [{instancePath:instancePath+"/tries",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(data51 === "corrected")){
validate11.errors = [{instancePath:instancePath+"/tries",keyword:"enum",params:{allowedValues: schema12.properties.tries.enum}}];
return false;
}
var valid0 = _errs107 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate11.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate11.errors = vErrors;
return errors === 0;
}


const schema80 = {"description":"result.json: the verdicts and trials of a run.","type":"object","required":["run_id","id","ts","state","all_passed","partial","shard","total","passed","failed_cases","inconclusive_cases","missing_cases","triggering","cases","evidence","replies","usage","cost_usd","duration_s","eva_version"],"properties":{"run_id":{"type":"string"},"id":{"type":"string"},"ts":{"type":"string"},"state":{"type":"string","enum":["finished","unfinished"]},"all_passed":{"type":"boolean"},"partial":{"type":"boolean"},"shard":{"if":{"type":"null"},"else":{"$ref":"#/$defs/shard"}},"total":{"$ref":"#/$defs/count"},"passed":{"$ref":"#/$defs/count"},"failed_cases":{"type":"array","items":{"type":"string"}},"inconclusive_cases":{"type":"array","items":{"type":"string"}},"missing_cases":{"type":"array","items":{"type":"string"}},"triggering":{"type":["object","null"],"required":["should_match","should_not_match"],"properties":{"should_match":{"type":"object","required":["hits","total"],"properties":{"hits":{"$ref":"#/$defs/count"},"total":{"$ref":"#/$defs/count"}}},"should_not_match":{"type":"object","required":["false_alarms","total"],"properties":{"false_alarms":{"$ref":"#/$defs/count"},"total":{"$ref":"#/$defs/count"}}}}},"cases":{"type":"array","items":{"$ref":"#/$defs/caseResult"}},"looked":{"type":"integer","minimum":1},"waits_for":{"type":"integer","minimum":1},"datasets":{"type":"array","items":{"type":"object","required":["case","items","asked","digest","claim"],"properties":{"case":{"type":"string"},"items":{"$ref":"#/$defs/count"},"asked":{"$ref":"#/$defs/count"},"digest":{"type":"string"},"claim":{"type":"string","enum":["population","file"]}}}},"evidence":{"type":"object","required":["prompt","cases","judge","models","synthetic","oldest_reply"],"properties":{"prompt":{"type":"string"},"cases":{"type":"string"},"judge":{"type":"string"},"models":{"type":"string"},"synthetic":{"type":"boolean"},"oldest_reply":{"type":["string","null"]}}},"replies":{"$ref":"#/$defs/replies"},"variant":{"type":"string"},"group":{"type":"string"},"override":{"const":true},"cases_of":{"type":"string"},"try":{"$ref":"#/$defs/count"},"shards":{"$ref":"#/$defs/mergedShards"},"sources":{"$ref":"#/$defs/sources"},"usage":{"type":"object","required":["replies","input_tokens","output_tokens","unmetered_replies"],"properties":{"replies":{"$ref":"#/$defs/count"},"input_tokens":{"$ref":"#/$defs/count"},"output_tokens":{"$ref":"#/$defs/count"},"unmetered_replies":{"$ref":"#/$defs/count"},"batch_replies":{"$ref":"#/$defs/count"}}},"cost_usd":{"type":["number","null"]},"duration_s":{"type":"number"},"eva_version":{"type":"string"},"compare":{"$ref":"#/$defs/compareFacts"},"timeouts":{"type":"object","required":["failed_trials","asked_again","opted_out"],"properties":{"failed_trials":{"$ref":"#/$defs/count"},"asked_again":{"$ref":"#/$defs/count"},"opted_out":{"$ref":"#/$defs/count"}}}}};
const schema87 = {"description":"The result of a case.","type":"object","required":["name","kind","passed","verdicts","sample_size","stopped_at","trials","scores"],"properties":{"name":{"type":"string"},"kind":{"type":"string","enum":["prompt","trigger","conversation"]},"look":{"const":true},"passed":{"type":["boolean","null"]},"verdicts":{"type":"array","items":{"$ref":"#/$defs/verdict"}},"sample_size":{"$ref":"#/$defs/count"},"stopped_at":{"type":["integer","null"],"minimum":0,"maximum":9007199254740991},"requested":{"$ref":"#/$defs/count"},"trials":{"type":"array","items":{"$ref":"#/$defs/trial"}},"scores":{"type":"array","items":{"$ref":"#/$defs/score"}},"dataset":{"$ref":"#/$defs/datasetResult"},"labels":{"$ref":"#/$defs/caseLabels"}}};
const schema88 = {"description":"The decision on one claim.","type":"object","required":["about","criterion","claim","outcome","significance_level","estimate","interval","p_value","fail_p","n","used","failed","ungraded","needed_n","words","reason"],"properties":{"about":{"type":"string"},"criterion":{"type":"string"},"claim":{"type":"string"},"outcome":{"type":"string","enum":["passed","failed","inconclusive"]},"significance_level":{"type":["number","null"],"exclusiveMinimum":0,"exclusiveMaximum":1},"estimate":{"type":["number","null"]},"interval":{"type":["object","null"],"required":["lower","upper"],"properties":{"lower":{"type":["number","null"]},"upper":{"type":["number","null"]}}},"p_value":{"type":["number","null"]},"fail_p":{"type":["number","null"]},"n":{"$ref":"#/$defs/count"},"used":{"$ref":"#/$defs/count"},"failed":{"$ref":"#/$defs/count"},"ungraded":{"$ref":"#/$defs/count"},"needed_n":{"type":["integer","null"],"minimum":0,"maximum":9007199254740991},"words":{"type":"object","required":["found","bound","bar"],"properties":{"found":{"type":"string"},"bound":{"type":["string","null"]},"bar":{"type":["string","null"]},"advice":{"type":"string"}}},"reason":{"type":"string"},"people":{"$ref":"#/$defs/peopleCounts"}}};
const schema93 = {"description":"The labels that a verdict counts.","type":"object","required":["labels","missing","passed","failed","unlabelled"],"properties":{"labels":{"$ref":"#/$defs/count"},"missing":{"$ref":"#/$defs/count"},"passed":{"$ref":"#/$defs/count"},"failed":{"$ref":"#/$defs/count"},"unlabelled":{"$ref":"#/$defs/count"},"strata":{"type":"object","required":["judged","judge_passed","m1","x1","m0","x0"],"properties":{"judged":{"$ref":"#/$defs/count"},"judge_passed":{"$ref":"#/$defs/count"},"m1":{"$ref":"#/$defs/count"},"x1":{"$ref":"#/$defs/count"},"m0":{"$ref":"#/$defs/count"},"x0":{"$ref":"#/$defs/count"}}}}};

function validate71(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((data.labels === undefined) && (missing0 = "labels")) || ((data.missing === undefined) && (missing0 = "missing"))) || ((data.passed === undefined) && (missing0 = "passed"))) || ((data.failed === undefined) && (missing0 = "failed"))) || ((data.unlabelled === undefined) && (missing0 = "unlabelled"))){
validate71.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.labels !== undefined){
let data0 = data.labels;
const _errs1 = errors;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate71.errors = [{instancePath:instancePath+"/labels",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 9007199254740991 || isNaN(data0)){
validate71.errors = [{instancePath:instancePath+"/labels",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data0 < 0 || isNaN(data0)){
validate71.errors = [{instancePath:instancePath+"/labels",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.missing !== undefined){
let data1 = data.missing;
const _errs4 = errors;
const _errs5 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate71.errors = [{instancePath:instancePath+"/missing",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs5){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 9007199254740991 || isNaN(data1)){
validate71.errors = [{instancePath:instancePath+"/missing",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data1 < 0 || isNaN(data1)){
validate71.errors = [{instancePath:instancePath+"/missing",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.passed !== undefined){
let data2 = data.passed;
const _errs7 = errors;
const _errs8 = errors;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
validate71.errors = [{instancePath:instancePath+"/passed",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs8){
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 9007199254740991 || isNaN(data2)){
validate71.errors = [{instancePath:instancePath+"/passed",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data2 < 0 || isNaN(data2)){
validate71.errors = [{instancePath:instancePath+"/passed",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.failed !== undefined){
let data3 = data.failed;
const _errs10 = errors;
const _errs11 = errors;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
validate71.errors = [{instancePath:instancePath+"/failed",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs11){
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 9007199254740991 || isNaN(data3)){
validate71.errors = [{instancePath:instancePath+"/failed",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data3 < 0 || isNaN(data3)){
validate71.errors = [{instancePath:instancePath+"/failed",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs10 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.unlabelled !== undefined){
let data4 = data.unlabelled;
const _errs13 = errors;
const _errs14 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate71.errors = [{instancePath:instancePath+"/unlabelled",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs14){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 9007199254740991 || isNaN(data4)){
validate71.errors = [{instancePath:instancePath+"/unlabelled",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data4 < 0 || isNaN(data4)){
validate71.errors = [{instancePath:instancePath+"/unlabelled",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.strata !== undefined){
let data5 = data.strata;
const _errs16 = errors;
if(errors === _errs16){
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
let missing1;
if(((((((data5.judged === undefined) && (missing1 = "judged")) || ((data5.judge_passed === undefined) && (missing1 = "judge_passed"))) || ((data5.m1 === undefined) && (missing1 = "m1"))) || ((data5.x1 === undefined) && (missing1 = "x1"))) || ((data5.m0 === undefined) && (missing1 = "m0"))) || ((data5.x0 === undefined) && (missing1 = "x0"))){
validate71.errors = [{instancePath:instancePath+"/strata",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data5.judged !== undefined){
let data6 = data5.judged;
const _errs18 = errors;
const _errs19 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate71.errors = [{instancePath:instancePath+"/strata/judged",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs19){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 9007199254740991 || isNaN(data6)){
validate71.errors = [{instancePath:instancePath+"/strata/judged",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data6 < 0 || isNaN(data6)){
validate71.errors = [{instancePath:instancePath+"/strata/judged",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid6 = _errs18 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data5.judge_passed !== undefined){
let data7 = data5.judge_passed;
const _errs21 = errors;
const _errs22 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate71.errors = [{instancePath:instancePath+"/strata/judge_passed",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs22){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 9007199254740991 || isNaN(data7)){
validate71.errors = [{instancePath:instancePath+"/strata/judge_passed",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data7 < 0 || isNaN(data7)){
validate71.errors = [{instancePath:instancePath+"/strata/judge_passed",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid6 = _errs21 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data5.m1 !== undefined){
let data8 = data5.m1;
const _errs24 = errors;
const _errs25 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
validate71.errors = [{instancePath:instancePath+"/strata/m1",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs25){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 9007199254740991 || isNaN(data8)){
validate71.errors = [{instancePath:instancePath+"/strata/m1",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data8 < 0 || isNaN(data8)){
validate71.errors = [{instancePath:instancePath+"/strata/m1",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid6 = _errs24 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data5.x1 !== undefined){
let data9 = data5.x1;
const _errs27 = errors;
const _errs28 = errors;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
validate71.errors = [{instancePath:instancePath+"/strata/x1",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs28){
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 > 9007199254740991 || isNaN(data9)){
validate71.errors = [{instancePath:instancePath+"/strata/x1",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data9 < 0 || isNaN(data9)){
validate71.errors = [{instancePath:instancePath+"/strata/x1",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid6 = _errs27 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data5.m0 !== undefined){
let data10 = data5.m0;
const _errs30 = errors;
const _errs31 = errors;
if(!(((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10))) && (isFinite(data10)))){
validate71.errors = [{instancePath:instancePath+"/strata/m0",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs31){
if((typeof data10 == "number") && (isFinite(data10))){
if(data10 > 9007199254740991 || isNaN(data10)){
validate71.errors = [{instancePath:instancePath+"/strata/m0",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data10 < 0 || isNaN(data10)){
validate71.errors = [{instancePath:instancePath+"/strata/m0",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid6 = _errs30 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data5.x0 !== undefined){
let data11 = data5.x0;
const _errs33 = errors;
const _errs34 = errors;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
validate71.errors = [{instancePath:instancePath+"/strata/x0",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs34){
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 9007199254740991 || isNaN(data11)){
validate71.errors = [{instancePath:instancePath+"/strata/x0",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data11 < 0 || isNaN(data11)){
validate71.errors = [{instancePath:instancePath+"/strata/x0",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid6 = _errs33 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
}
}
}
else {
validate71.errors = [{instancePath:instancePath+"/strata",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
else {
validate71.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate71.errors = vErrors;
return errors === 0;
}


function validate70(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((((((((((data.about === undefined) && (missing0 = "about")) || ((data.criterion === undefined) && (missing0 = "criterion"))) || ((data.claim === undefined) && (missing0 = "claim"))) || ((data.outcome === undefined) && (missing0 = "outcome"))) || ((data.significance_level === undefined) && (missing0 = "significance_level"))) || ((data.estimate === undefined) && (missing0 = "estimate"))) || ((data.interval === undefined) && (missing0 = "interval"))) || ((data.p_value === undefined) && (missing0 = "p_value"))) || ((data.fail_p === undefined) && (missing0 = "fail_p"))) || ((data.n === undefined) && (missing0 = "n"))) || ((data.used === undefined) && (missing0 = "used"))) || ((data.failed === undefined) && (missing0 = "failed"))) || ((data.ungraded === undefined) && (missing0 = "ungraded"))) || ((data.needed_n === undefined) && (missing0 = "needed_n"))) || ((data.words === undefined) && (missing0 = "words"))) || ((data.reason === undefined) && (missing0 = "reason"))){
validate70.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.about !== undefined){
const _errs1 = errors;
if(typeof data.about !== "string"){
validate70.errors = [{instancePath:instancePath+"/about",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.criterion !== undefined){
const _errs3 = errors;
if(typeof data.criterion !== "string"){
validate70.errors = [{instancePath:instancePath+"/criterion",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.claim !== undefined){
const _errs5 = errors;
if(typeof data.claim !== "string"){
validate70.errors = [{instancePath:instancePath+"/claim",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.outcome !== undefined){
let data3 = data.outcome;
const _errs7 = errors;
if(typeof data3 !== "string"){
validate70.errors = [{instancePath:instancePath+"/outcome",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((data3 === "passed") || (data3 === "failed")) || (data3 === "inconclusive"))){
validate70.errors = [{instancePath:instancePath+"/outcome",keyword:"enum",params:{allowedValues: schema88.properties.outcome.enum}}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.significance_level !== undefined){
let data4 = data.significance_level;
const _errs9 = errors;
if((!((typeof data4 == "number") && (isFinite(data4)))) && (data4 !== null)){
validate70.errors = [{instancePath:instancePath+"/significance_level",keyword:"type",params:{type: schema88.properties.significance_level.type}}];
return false;
}
if(errors === _errs9){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 >= 1 || isNaN(data4)){
validate70.errors = [{instancePath:instancePath+"/significance_level",keyword:"exclusiveMaximum",params:{comparison: "<", limit: 1}}];
return false;
}
else {
if(data4 <= 0 || isNaN(data4)){
validate70.errors = [{instancePath:instancePath+"/significance_level",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.estimate !== undefined){
let data5 = data.estimate;
const _errs11 = errors;
if((!((typeof data5 == "number") && (isFinite(data5)))) && (data5 !== null)){
validate70.errors = [{instancePath:instancePath+"/estimate",keyword:"type",params:{type: schema88.properties.estimate.type}}];
return false;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.interval !== undefined){
let data6 = data.interval;
const _errs13 = errors;
if((!(data6 && typeof data6 == "object" && !Array.isArray(data6))) && (data6 !== null)){
validate70.errors = [{instancePath:instancePath+"/interval",keyword:"type",params:{type: schema88.properties.interval.type}}];
return false;
}
if(errors === _errs13){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing1;
if(((data6.lower === undefined) && (missing1 = "lower")) || ((data6.upper === undefined) && (missing1 = "upper"))){
validate70.errors = [{instancePath:instancePath+"/interval",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data6.lower !== undefined){
let data7 = data6.lower;
const _errs15 = errors;
if((!((typeof data7 == "number") && (isFinite(data7)))) && (data7 !== null)){
validate70.errors = [{instancePath:instancePath+"/interval/lower",keyword:"type",params:{type: schema88.properties.interval.properties.lower.type}}];
return false;
}
var valid1 = _errs15 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data6.upper !== undefined){
let data8 = data6.upper;
const _errs17 = errors;
if((!((typeof data8 == "number") && (isFinite(data8)))) && (data8 !== null)){
validate70.errors = [{instancePath:instancePath+"/interval/upper",keyword:"type",params:{type: schema88.properties.interval.properties.upper.type}}];
return false;
}
var valid1 = _errs17 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.p_value !== undefined){
let data9 = data.p_value;
const _errs19 = errors;
if((!((typeof data9 == "number") && (isFinite(data9)))) && (data9 !== null)){
validate70.errors = [{instancePath:instancePath+"/p_value",keyword:"type",params:{type: schema88.properties.p_value.type}}];
return false;
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.fail_p !== undefined){
let data10 = data.fail_p;
const _errs21 = errors;
if((!((typeof data10 == "number") && (isFinite(data10)))) && (data10 !== null)){
validate70.errors = [{instancePath:instancePath+"/fail_p",keyword:"type",params:{type: schema88.properties.fail_p.type}}];
return false;
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.n !== undefined){
let data11 = data.n;
const _errs23 = errors;
const _errs24 = errors;
if(!(((typeof data11 == "number") && (!(data11 % 1) && !isNaN(data11))) && (isFinite(data11)))){
validate70.errors = [{instancePath:instancePath+"/n",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs24){
if((typeof data11 == "number") && (isFinite(data11))){
if(data11 > 9007199254740991 || isNaN(data11)){
validate70.errors = [{instancePath:instancePath+"/n",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data11 < 0 || isNaN(data11)){
validate70.errors = [{instancePath:instancePath+"/n",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.used !== undefined){
let data12 = data.used;
const _errs26 = errors;
const _errs27 = errors;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
validate70.errors = [{instancePath:instancePath+"/used",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs27){
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 > 9007199254740991 || isNaN(data12)){
validate70.errors = [{instancePath:instancePath+"/used",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data12 < 0 || isNaN(data12)){
validate70.errors = [{instancePath:instancePath+"/used",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs26 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.failed !== undefined){
let data13 = data.failed;
const _errs29 = errors;
const _errs30 = errors;
if(!(((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13))) && (isFinite(data13)))){
validate70.errors = [{instancePath:instancePath+"/failed",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs30){
if((typeof data13 == "number") && (isFinite(data13))){
if(data13 > 9007199254740991 || isNaN(data13)){
validate70.errors = [{instancePath:instancePath+"/failed",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data13 < 0 || isNaN(data13)){
validate70.errors = [{instancePath:instancePath+"/failed",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs29 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.ungraded !== undefined){
let data14 = data.ungraded;
const _errs32 = errors;
const _errs33 = errors;
if(!(((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14))) && (isFinite(data14)))){
validate70.errors = [{instancePath:instancePath+"/ungraded",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs33){
if((typeof data14 == "number") && (isFinite(data14))){
if(data14 > 9007199254740991 || isNaN(data14)){
validate70.errors = [{instancePath:instancePath+"/ungraded",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data14 < 0 || isNaN(data14)){
validate70.errors = [{instancePath:instancePath+"/ungraded",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs32 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.needed_n !== undefined){
let data15 = data.needed_n;
const _errs35 = errors;
if((!(((typeof data15 == "number") && (!(data15 % 1) && !isNaN(data15))) && (isFinite(data15)))) && (data15 !== null)){
validate70.errors = [{instancePath:instancePath+"/needed_n",keyword:"type",params:{type: schema88.properties.needed_n.type}}];
return false;
}
if(errors === _errs35){
if((typeof data15 == "number") && (isFinite(data15))){
if(data15 > 9007199254740991 || isNaN(data15)){
validate70.errors = [{instancePath:instancePath+"/needed_n",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data15 < 0 || isNaN(data15)){
validate70.errors = [{instancePath:instancePath+"/needed_n",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs35 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.words !== undefined){
let data16 = data.words;
const _errs37 = errors;
if(errors === _errs37){
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
let missing2;
if((((data16.found === undefined) && (missing2 = "found")) || ((data16.bound === undefined) && (missing2 = "bound"))) || ((data16.bar === undefined) && (missing2 = "bar"))){
validate70.errors = [{instancePath:instancePath+"/words",keyword:"required",params:{missingProperty: missing2}}];
return false;
}
else {
if(data16.found !== undefined){
const _errs39 = errors;
if(typeof data16.found !== "string"){
validate70.errors = [{instancePath:instancePath+"/words/found",keyword:"type",params:{type: "string"}}];
return false;
}
var valid6 = _errs39 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data16.bound !== undefined){
let data18 = data16.bound;
const _errs41 = errors;
if((typeof data18 !== "string") && (data18 !== null)){
validate70.errors = [{instancePath:instancePath+"/words/bound",keyword:"type",params:{type: schema88.properties.words.properties.bound.type}}];
return false;
}
var valid6 = _errs41 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data16.bar !== undefined){
let data19 = data16.bar;
const _errs43 = errors;
if((typeof data19 !== "string") && (data19 !== null)){
validate70.errors = [{instancePath:instancePath+"/words/bar",keyword:"type",params:{type: schema88.properties.words.properties.bar.type}}];
return false;
}
var valid6 = _errs43 === errors;
}
else {
var valid6 = true;
}
if(valid6){
if(data16.advice !== undefined){
const _errs45 = errors;
if(typeof data16.advice !== "string"){
validate70.errors = [{instancePath:instancePath+"/words/advice",keyword:"type",params:{type: "string"}}];
return false;
}
var valid6 = _errs45 === errors;
}
else {
var valid6 = true;
}
}
}
}
}
}
else {
validate70.errors = [{instancePath:instancePath+"/words",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs37 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.reason !== undefined){
const _errs47 = errors;
if(typeof data.reason !== "string"){
validate70.errors = [{instancePath:instancePath+"/reason",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs47 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.people !== undefined){
const _errs49 = errors;
if(!(validate71(data.people, {instancePath:instancePath+"/people",parentData:data,parentDataProperty:"people",rootData}))){
vErrors = vErrors === null ? validate71.errors : vErrors.concat(validate71.errors);
errors = vErrors.length;
}
var valid0 = _errs49 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate70.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate70.errors = vErrors;
return errors === 0;
}

const schema107 = {"description":"One trial of a case.","type":"object","required":["outcome","case","index","turns","started_at","duration_s"],"properties":{"outcome":{"type":"string"},"case":{"type":"string"},"index":{"$ref":"#/$defs/count"},"turns":{"type":"array","items":{"$ref":"#/$defs/turn"}},"started_at":{"type":"string"},"duration_s":{"type":"number"},"cut":{"const":true},"origin":{"$ref":"#/$defs/origin"},"conversation":{"$ref":"#/$defs/conversation"}},"discriminator":{"propertyName":"outcome"},"oneOf":[{"required":["outcome"],"properties":{"outcome":{"const":"finished"}}},{"required":["outcome","reason"],"properties":{"outcome":{"const":"failed"},"reason":{"type":"string"},"timed_out":{"const":true}}},{"required":["outcome","reason"],"properties":{"outcome":{"const":"missing"},"reason":{"type":"string"},"why":{"type":"string","enum":["given_up","no_recording","budget","provider_given_up","batch_unread"]}}}]};
const schema109 = {"description":"A message and its response.","type":"object","required":["user_message","app_response","latency","details"],"properties":{"user_message":{"type":"string"},"app_response":{"type":"string"},"latency":{"type":["number","null"]},"details":{"type":"object"},"retries":{"type":"integer","minimum":1},"last_failure":{"type":"string"},"tool_calls":{"type":"array","items":{"type":"object","required":["name","arguments"],"properties":{"name":{"type":"string"}}}},"steps":{"type":"array","items":{"type":"object","required":["name"],"properties":{"name":{"type":"string"},"duration_s":{"type":"number","minimum":0}}}}}};
const schema112 = {"description":"The style and the end of a conversation.","type":"object","required":["style","ended"],"properties":{"style":{"type":["object","null"],"required":["proficiency","tone","verbosity","formality"],"properties":{"proficiency":{"type":"string"},"tone":{"type":"string"},"verbosity":{"type":"string"},"formality":{"type":"string"}}},"ended":{"type":"string","enum":["goal_met","gave_up","max_turns","broken_off"]},"unanswered":{"type":"string"}}};
const schema110 = {"description":"The item and the draw that a trial asks.","type":"object","required":["item","draw"],"properties":{"item":{"type":"string"},"draw":{"$ref":"#/$defs/count"},"slices":{"type":"object","additionalProperties":{"type":"string"}},"cluster":{"type":"string"}}};

function validate75(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.item === undefined) && (missing0 = "item")) || ((data.draw === undefined) && (missing0 = "draw"))){
validate75.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.item !== undefined){
const _errs1 = errors;
if(typeof data.item !== "string"){
validate75.errors = [{instancePath:instancePath+"/item",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.draw !== undefined){
let data1 = data.draw;
const _errs3 = errors;
const _errs4 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate75.errors = [{instancePath:instancePath+"/draw",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs4){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 9007199254740991 || isNaN(data1)){
validate75.errors = [{instancePath:instancePath+"/draw",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data1 < 0 || isNaN(data1)){
validate75.errors = [{instancePath:instancePath+"/draw",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.slices !== undefined){
let data2 = data.slices;
const _errs6 = errors;
if(errors === _errs6){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
for(const key0 in data2){
const _errs9 = errors;
if(typeof data2[key0] !== "string"){
validate75.errors = [{instancePath:instancePath+"/slices/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "string"}}];
return false;
}
var valid2 = _errs9 === errors;
if(!valid2){
break;
}
}
}
else {
validate75.errors = [{instancePath:instancePath+"/slices",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cluster !== undefined){
const _errs11 = errors;
if(typeof data.cluster !== "string"){
validate75.errors = [{instancePath:instancePath+"/cluster",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate75.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate75.errors = vErrors;
return errors === 0;
}


function validate74(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((data.outcome === undefined) && (missing0 = "outcome")) || ((data.case === undefined) && (missing0 = "case"))) || ((data.index === undefined) && (missing0 = "index"))) || ((data.turns === undefined) && (missing0 = "turns"))) || ((data.started_at === undefined) && (missing0 = "started_at"))) || ((data.duration_s === undefined) && (missing0 = "duration_s"))){
validate74.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.outcome !== undefined){
const _errs2 = errors;
if(typeof data.outcome !== "string"){
validate74.errors = [{instancePath:instancePath+"/outcome",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs2 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.case !== undefined){
const _errs4 = errors;
if(typeof data.case !== "string"){
validate74.errors = [{instancePath:instancePath+"/case",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.index !== undefined){
let data2 = data.index;
const _errs6 = errors;
const _errs7 = errors;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
validate74.errors = [{instancePath:instancePath+"/index",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs7){
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 9007199254740991 || isNaN(data2)){
validate74.errors = [{instancePath:instancePath+"/index",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data2 < 0 || isNaN(data2)){
validate74.errors = [{instancePath:instancePath+"/index",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.turns !== undefined){
let data3 = data.turns;
const _errs9 = errors;
if(errors === _errs9){
if(Array.isArray(data3)){
var valid2 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
const _errs11 = errors;
const _errs12 = errors;
if(errors === _errs12){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing1;
if(((((data4.user_message === undefined) && (missing1 = "user_message")) || ((data4.app_response === undefined) && (missing1 = "app_response"))) || ((data4.latency === undefined) && (missing1 = "latency"))) || ((data4.details === undefined) && (missing1 = "details"))){
validate74.errors = [{instancePath:instancePath+"/turns/" + i0,keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data4.user_message !== undefined){
const _errs14 = errors;
if(typeof data4.user_message !== "string"){
validate74.errors = [{instancePath:instancePath+"/turns/" + i0+"/user_message",keyword:"type",params:{type: "string"}}];
return false;
}
var valid4 = _errs14 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data4.app_response !== undefined){
const _errs16 = errors;
if(typeof data4.app_response !== "string"){
validate74.errors = [{instancePath:instancePath+"/turns/" + i0+"/app_response",keyword:"type",params:{type: "string"}}];
return false;
}
var valid4 = _errs16 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data4.latency !== undefined){
let data7 = data4.latency;
const _errs18 = errors;
if((!((typeof data7 == "number") && (isFinite(data7)))) && (data7 !== null)){
validate74.errors = [{instancePath:instancePath+"/turns/" + i0+"/latency",keyword:"type",params:{type: schema109.properties.latency.type}}];
return false;
}
var valid4 = _errs18 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data4.details !== undefined){
let data8 = data4.details;
const _errs20 = errors;
if(!(data8 && typeof data8 == "object" && !Array.isArray(data8))){
validate74.errors = [{instancePath:instancePath+"/turns/" + i0+"/details",keyword:"type",params:{type: "object"}}];
return false;
}
var valid4 = _errs20 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data4.retries !== undefined){
let data9 = data4.retries;
const _errs22 = errors;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
validate74.errors = [{instancePath:instancePath+"/turns/" + i0+"/retries",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs22){
if((typeof data9 == "number") && (isFinite(data9))){
if(data9 < 1 || isNaN(data9)){
validate74.errors = [{instancePath:instancePath+"/turns/" + i0+"/retries",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
var valid4 = _errs22 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data4.last_failure !== undefined){
const _errs24 = errors;
if(typeof data4.last_failure !== "string"){
validate74.errors = [{instancePath:instancePath+"/turns/" + i0+"/last_failure",keyword:"type",params:{type: "string"}}];
return false;
}
var valid4 = _errs24 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data4.tool_calls !== undefined){
let data11 = data4.tool_calls;
const _errs26 = errors;
if(errors === _errs26){
if(Array.isArray(data11)){
var valid5 = true;
const len1 = data11.length;
for(let i1=0; i1<len1; i1++){
let data12 = data11[i1];
const _errs28 = errors;
if(errors === _errs28){
if(data12 && typeof data12 == "object" && !Array.isArray(data12)){
let missing2;
if(((data12.name === undefined) && (missing2 = "name")) || ((data12.arguments === undefined) && (missing2 = "arguments"))){
validate74.errors = [{instancePath:instancePath+"/turns/" + i0+"/tool_calls/" + i1,keyword:"required",params:{missingProperty: missing2}}];
return false;
}
else {
if(data12.name !== undefined){
if(typeof data12.name !== "string"){
validate74.errors = [{instancePath:instancePath+"/turns/" + i0+"/tool_calls/" + i1+"/name",keyword:"type",params:{type: "string"}}];
return false;
}
}
}
}
else {
validate74.errors = [{instancePath:instancePath+"/turns/" + i0+"/tool_calls/" + i1,keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid5 = _errs28 === errors;
if(!valid5){
break;
}
}
}
else {
validate74.errors = [{instancePath:instancePath+"/turns/" + i0+"/tool_calls",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid4 = _errs26 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data4.steps !== undefined){
let data14 = data4.steps;
const _errs32 = errors;
if(errors === _errs32){
if(Array.isArray(data14)){
var valid7 = true;
const len2 = data14.length;
for(let i2=0; i2<len2; i2++){
let data15 = data14[i2];
const _errs34 = errors;
if(errors === _errs34){
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
let missing3;
if((data15.name === undefined) && (missing3 = "name")){
validate74.errors = [{instancePath:instancePath+"/turns/" + i0+"/steps/" + i2,keyword:"required",params:{missingProperty: missing3}}];
return false;
}
else {
if(data15.name !== undefined){
const _errs36 = errors;
if(typeof data15.name !== "string"){
validate74.errors = [{instancePath:instancePath+"/turns/" + i0+"/steps/" + i2+"/name",keyword:"type",params:{type: "string"}}];
return false;
}
var valid8 = _errs36 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data15.duration_s !== undefined){
let data17 = data15.duration_s;
const _errs38 = errors;
if(errors === _errs38){
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 < 0 || isNaN(data17)){
validate74.errors = [{instancePath:instancePath+"/turns/" + i0+"/steps/" + i2+"/duration_s",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
else {
validate74.errors = [{instancePath:instancePath+"/turns/" + i0+"/steps/" + i2+"/duration_s",keyword:"type",params:{type: "number"}}];
return false;
}
}
var valid8 = _errs38 === errors;
}
else {
var valid8 = true;
}
}
}
}
else {
validate74.errors = [{instancePath:instancePath+"/turns/" + i0+"/steps/" + i2,keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid7 = _errs34 === errors;
if(!valid7){
break;
}
}
}
else {
validate74.errors = [{instancePath:instancePath+"/turns/" + i0+"/steps",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid4 = _errs32 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
}
}
}
}
else {
validate74.errors = [{instancePath:instancePath+"/turns/" + i0,keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid2 = _errs11 === errors;
if(!valid2){
break;
}
}
}
else {
validate74.errors = [{instancePath:instancePath+"/turns",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.started_at !== undefined){
const _errs40 = errors;
if(typeof data.started_at !== "string"){
validate74.errors = [{instancePath:instancePath+"/started_at",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs40 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.duration_s !== undefined){
let data19 = data.duration_s;
const _errs42 = errors;
if(!((typeof data19 == "number") && (isFinite(data19)))){
validate74.errors = [{instancePath:instancePath+"/duration_s",keyword:"type",params:{type: "number"}}];
return false;
}
var valid0 = _errs42 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cut !== undefined){
const _errs44 = errors;
if(true !== data.cut){
validate74.errors = [{instancePath:instancePath+"/cut",keyword:"const",params:{allowedValue: true}}];
return false;
}
var valid0 = _errs44 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.origin !== undefined){
const _errs45 = errors;
if(!(validate75(data.origin, {instancePath:instancePath+"/origin",parentData:data,parentDataProperty:"origin",rootData}))){
vErrors = vErrors === null ? validate75.errors : vErrors.concat(validate75.errors);
errors = vErrors.length;
}
var valid0 = _errs45 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.conversation !== undefined){
let data22 = data.conversation;
const _errs46 = errors;
const _errs47 = errors;
if(errors === _errs47){
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
let missing4;
if(((data22.style === undefined) && (missing4 = "style")) || ((data22.ended === undefined) && (missing4 = "ended"))){
validate74.errors = [{instancePath:instancePath+"/conversation",keyword:"required",params:{missingProperty: missing4}}];
return false;
}
else {
if(data22.style !== undefined){
let data23 = data22.style;
const _errs49 = errors;
if((!(data23 && typeof data23 == "object" && !Array.isArray(data23))) && (data23 !== null)){
validate74.errors = [{instancePath:instancePath+"/conversation/style",keyword:"type",params:{type: schema112.properties.style.type}}];
return false;
}
if(errors === _errs49){
if(data23 && typeof data23 == "object" && !Array.isArray(data23)){
let missing5;
if(((((data23.proficiency === undefined) && (missing5 = "proficiency")) || ((data23.tone === undefined) && (missing5 = "tone"))) || ((data23.verbosity === undefined) && (missing5 = "verbosity"))) || ((data23.formality === undefined) && (missing5 = "formality"))){
validate74.errors = [{instancePath:instancePath+"/conversation/style",keyword:"required",params:{missingProperty: missing5}}];
return false;
}
else {
if(data23.proficiency !== undefined){
const _errs51 = errors;
if(typeof data23.proficiency !== "string"){
validate74.errors = [{instancePath:instancePath+"/conversation/style/proficiency",keyword:"type",params:{type: "string"}}];
return false;
}
var valid11 = _errs51 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data23.tone !== undefined){
const _errs53 = errors;
if(typeof data23.tone !== "string"){
validate74.errors = [{instancePath:instancePath+"/conversation/style/tone",keyword:"type",params:{type: "string"}}];
return false;
}
var valid11 = _errs53 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data23.verbosity !== undefined){
const _errs55 = errors;
if(typeof data23.verbosity !== "string"){
validate74.errors = [{instancePath:instancePath+"/conversation/style/verbosity",keyword:"type",params:{type: "string"}}];
return false;
}
var valid11 = _errs55 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data23.formality !== undefined){
const _errs57 = errors;
if(typeof data23.formality !== "string"){
validate74.errors = [{instancePath:instancePath+"/conversation/style/formality",keyword:"type",params:{type: "string"}}];
return false;
}
var valid11 = _errs57 === errors;
}
else {
var valid11 = true;
}
}
}
}
}
}
}
var valid10 = _errs49 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data22.ended !== undefined){
let data28 = data22.ended;
const _errs59 = errors;
if(typeof data28 !== "string"){
validate74.errors = [{instancePath:instancePath+"/conversation/ended",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((((data28 === "goal_met") || (data28 === "gave_up")) || (data28 === "max_turns")) || (data28 === "broken_off"))){
validate74.errors = [{instancePath:instancePath+"/conversation/ended",keyword:"enum",params:{allowedValues: schema112.properties.ended.enum}}];
return false;
}
var valid10 = _errs59 === errors;
}
else {
var valid10 = true;
}
if(valid10){
if(data22.unanswered !== undefined){
const _errs61 = errors;
if(typeof data22.unanswered !== "string"){
validate74.errors = [{instancePath:instancePath+"/conversation/unanswered",keyword:"type",params:{type: "string"}}];
return false;
}
var valid10 = _errs61 === errors;
}
else {
var valid10 = true;
}
}
}
}
}
else {
validate74.errors = [{instancePath:instancePath+"/conversation",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs46 === errors;
}
else {
var valid0 = true;
}
if(valid0){
const tag0 = data.outcome;
if(typeof tag0 == "string"){
if(tag0 === "finished"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing6;
if((data.outcome === undefined) && (missing6 = "outcome")){
validate74.errors = [{instancePath,keyword:"required",params:{missingProperty: missing6}}];
return false;
}
else {
if(data.outcome !== undefined){
if("finished" !== data.outcome){
validate74.errors = [{instancePath:instancePath+"/outcome",keyword:"const",params:{allowedValue: "finished"}}];
return false;
}
}
}
}
}
else if(tag0 === "failed"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing7;
if(((data.outcome === undefined) && (missing7 = "outcome")) || ((data.reason === undefined) && (missing7 = "reason"))){
validate74.errors = [{instancePath,keyword:"required",params:{missingProperty: missing7}}];
return false;
}
else {
if(data.outcome !== undefined){
const _errs66 = errors;
if("failed" !== data.outcome){
validate74.errors = [{instancePath:instancePath+"/outcome",keyword:"const",params:{allowedValue: "failed"}}];
return false;
}
var valid16 = _errs66 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data.reason !== undefined){
const _errs67 = errors;
if(typeof data.reason !== "string"){
validate74.errors = [{instancePath:instancePath+"/reason",keyword:"type",params:{type: "string"}}];
return false;
}
var valid16 = _errs67 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data.timed_out !== undefined){
const _errs69 = errors;
if(true !== data.timed_out){
validate74.errors = [{instancePath:instancePath+"/timed_out",keyword:"const",params:{allowedValue: true}}];
return false;
}
var valid16 = _errs69 === errors;
}
else {
var valid16 = true;
}
}
}
}
}
}
else if(tag0 === "missing"){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing8;
if(((data.outcome === undefined) && (missing8 = "outcome")) || ((data.reason === undefined) && (missing8 = "reason"))){
validate74.errors = [{instancePath,keyword:"required",params:{missingProperty: missing8}}];
return false;
}
else {
if(data.outcome !== undefined){
const _errs71 = errors;
if("missing" !== data.outcome){
validate74.errors = [{instancePath:instancePath+"/outcome",keyword:"const",params:{allowedValue: "missing"}}];
return false;
}
var valid18 = _errs71 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data.reason !== undefined){
const _errs72 = errors;
if(typeof data.reason !== "string"){
validate74.errors = [{instancePath:instancePath+"/reason",keyword:"type",params:{type: "string"}}];
return false;
}
var valid18 = _errs72 === errors;
}
else {
var valid18 = true;
}
if(valid18){
if(data.why !== undefined){
let data36 = data.why;
const _errs74 = errors;
if(typeof data36 !== "string"){
validate74.errors = [{instancePath:instancePath+"/why",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((((data36 === "given_up") || (data36 === "no_recording")) || (data36 === "budget")) || (data36 === "provider_given_up")) || (data36 === "batch_unread"))){
validate74.errors = [{instancePath:instancePath+"/why",keyword:"enum",params:{allowedValues: schema107.oneOf[2].properties.why.enum}}];
return false;
}
var valid18 = _errs74 === errors;
}
else {
var valid18 = true;
}
}
}
}
}
}
else {
validate74.errors = [{instancePath,keyword:"discriminator",params:{error: "mapping", tag: "outcome", tagValue: tag0}}];
return false;
}
}
else {
validate74.errors = [{instancePath,keyword:"discriminator",params:{error: "tag", tag: "outcome", tagValue: tag0}}];
return false;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate74.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate74.errors = vErrors;
return errors === 0;
}

const schema113 = {"description":"The value of a trial for one expectation. A score without a value says why.","type":"object","required":["expectation","trial","findings","value"],"properties":{"expectation":{"$ref":"#/$defs/count"},"trial":{"$ref":"#/$defs/count"},"turn":{"$ref":"#/$defs/count"},"classes":{"type":"object","required":["expected","answered"],"properties":{"expected":{"type":"string"},"answered":{"type":["string","null"]}}},"findings":{"type":"array","items":{"$ref":"#/$defs/finding"}},"value":{"type":["number","null"]}},"if":{"properties":{"value":{"const":null}}},"then":{"required":["why","reason"],"properties":{"why":{"type":"string","enum":["failed","ungraded"]},"reason":{"type":"string"}}}};
const schema117 = {"description":"A finding of a grader.","type":"object","required":["about","holds","reason"],"properties":{"about":{"type":"string"},"holds":{"type":["boolean","null"]},"reason":{"type":"string"},"excerpt":{"type":"object","required":["text","line"],"properties":{"text":{"type":"string"},"line":{"$ref":"#/$defs/count"},"mark":{"type":"object","required":["start","end"],"properties":{"start":{"$ref":"#/$defs/count"},"end":{"$ref":"#/$defs/count"}}}}},"score":{"type":"number"},"votes":{"type":"array","items":{"type":["number","null"]}},"judge_reply":{"type":"string"}}};

function validate79(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.about === undefined) && (missing0 = "about")) || ((data.holds === undefined) && (missing0 = "holds"))) || ((data.reason === undefined) && (missing0 = "reason"))){
validate79.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.about !== undefined){
const _errs1 = errors;
if(typeof data.about !== "string"){
validate79.errors = [{instancePath:instancePath+"/about",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.holds !== undefined){
let data1 = data.holds;
const _errs3 = errors;
if((typeof data1 !== "boolean") && (data1 !== null)){
validate79.errors = [{instancePath:instancePath+"/holds",keyword:"type",params:{type: schema117.properties.holds.type}}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.reason !== undefined){
const _errs5 = errors;
if(typeof data.reason !== "string"){
validate79.errors = [{instancePath:instancePath+"/reason",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.excerpt !== undefined){
let data3 = data.excerpt;
const _errs7 = errors;
if(errors === _errs7){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing1;
if(((data3.text === undefined) && (missing1 = "text")) || ((data3.line === undefined) && (missing1 = "line"))){
validate79.errors = [{instancePath:instancePath+"/excerpt",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data3.text !== undefined){
const _errs9 = errors;
if(typeof data3.text !== "string"){
validate79.errors = [{instancePath:instancePath+"/excerpt/text",keyword:"type",params:{type: "string"}}];
return false;
}
var valid1 = _errs9 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data3.line !== undefined){
let data5 = data3.line;
const _errs11 = errors;
const _errs12 = errors;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
validate79.errors = [{instancePath:instancePath+"/excerpt/line",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs12){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 9007199254740991 || isNaN(data5)){
validate79.errors = [{instancePath:instancePath+"/excerpt/line",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data5 < 0 || isNaN(data5)){
validate79.errors = [{instancePath:instancePath+"/excerpt/line",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid1 = _errs11 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data3.mark !== undefined){
let data6 = data3.mark;
const _errs14 = errors;
if(errors === _errs14){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing2;
if(((data6.start === undefined) && (missing2 = "start")) || ((data6.end === undefined) && (missing2 = "end"))){
validate79.errors = [{instancePath:instancePath+"/excerpt/mark",keyword:"required",params:{missingProperty: missing2}}];
return false;
}
else {
if(data6.start !== undefined){
let data7 = data6.start;
const _errs16 = errors;
const _errs17 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate79.errors = [{instancePath:instancePath+"/excerpt/mark/start",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs17){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 9007199254740991 || isNaN(data7)){
validate79.errors = [{instancePath:instancePath+"/excerpt/mark/start",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data7 < 0 || isNaN(data7)){
validate79.errors = [{instancePath:instancePath+"/excerpt/mark/start",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid3 = _errs16 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data6.end !== undefined){
let data8 = data6.end;
const _errs19 = errors;
const _errs20 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
validate79.errors = [{instancePath:instancePath+"/excerpt/mark/end",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs20){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 9007199254740991 || isNaN(data8)){
validate79.errors = [{instancePath:instancePath+"/excerpt/mark/end",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data8 < 0 || isNaN(data8)){
validate79.errors = [{instancePath:instancePath+"/excerpt/mark/end",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid3 = _errs19 === errors;
}
else {
var valid3 = true;
}
}
}
}
else {
validate79.errors = [{instancePath:instancePath+"/excerpt/mark",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid1 = _errs14 === errors;
}
else {
var valid1 = true;
}
}
}
}
}
else {
validate79.errors = [{instancePath:instancePath+"/excerpt",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.score !== undefined){
let data9 = data.score;
const _errs22 = errors;
if(!((typeof data9 == "number") && (isFinite(data9)))){
validate79.errors = [{instancePath:instancePath+"/score",keyword:"type",params:{type: "number"}}];
return false;
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.votes !== undefined){
let data10 = data.votes;
const _errs24 = errors;
if(errors === _errs24){
if(Array.isArray(data10)){
var valid6 = true;
const len0 = data10.length;
for(let i0=0; i0<len0; i0++){
let data11 = data10[i0];
const _errs26 = errors;
if((!((typeof data11 == "number") && (isFinite(data11)))) && (data11 !== null)){
validate79.errors = [{instancePath:instancePath+"/votes/" + i0,keyword:"type",params:{type: schema117.properties.votes.items.type}}];
return false;
}
var valid6 = _errs26 === errors;
if(!valid6){
break;
}
}
}
else {
validate79.errors = [{instancePath:instancePath+"/votes",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.judge_reply !== undefined){
const _errs28 = errors;
if(typeof data.judge_reply !== "string"){
validate79.errors = [{instancePath:instancePath+"/judge_reply",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs28 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
else {
validate79.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate79.errors = vErrors;
return errors === 0;
}


function validate78(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.value !== undefined){
if(null !== data.value){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
}
var _valid0 = _errs2 === errors;
errors = _errs1;
if(vErrors !== null){
if(_errs1){
vErrors.length = _errs1;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.why === undefined) && (missing0 = "why")) || ((data.reason === undefined) && (missing0 = "reason"))){
validate78.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.why !== undefined){
let data1 = data.why;
const _errs5 = errors;
if(typeof data1 !== "string"){
validate78.errors = [{instancePath:instancePath+"/why",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((data1 === "failed") || (data1 === "ungraded"))){
validate78.errors = [{instancePath:instancePath+"/why",keyword:"enum",params:{allowedValues: schema113.then.properties.why.enum}}];
return false;
}
var valid2 = _errs5 === errors;
}
else {
var valid2 = true;
}
if(valid2){
if(data.reason !== undefined){
const _errs7 = errors;
if(typeof data.reason !== "string"){
validate78.errors = [{instancePath:instancePath+"/reason",keyword:"type",params:{type: "string"}}];
return false;
}
var valid2 = _errs7 === errors;
}
else {
var valid2 = true;
}
}
}
}
var _valid0 = _errs4 === errors;
valid0 = _valid0;
}
if(!valid0){
const err1 = {instancePath,keyword:"if",params:{failingKeyword: "then"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
validate78.errors = vErrors;
return false;
}
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if(((((data.expectation === undefined) && (missing1 = "expectation")) || ((data.trial === undefined) && (missing1 = "trial"))) || ((data.findings === undefined) && (missing1 = "findings"))) || ((data.value === undefined) && (missing1 = "value"))){
validate78.errors = [{instancePath,keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data.expectation !== undefined){
let data3 = data.expectation;
const _errs9 = errors;
const _errs10 = errors;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
validate78.errors = [{instancePath:instancePath+"/expectation",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs10){
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 9007199254740991 || isNaN(data3)){
validate78.errors = [{instancePath:instancePath+"/expectation",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data3 < 0 || isNaN(data3)){
validate78.errors = [{instancePath:instancePath+"/expectation",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid3 = _errs9 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data.trial !== undefined){
let data4 = data.trial;
const _errs12 = errors;
const _errs13 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate78.errors = [{instancePath:instancePath+"/trial",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs13){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 9007199254740991 || isNaN(data4)){
validate78.errors = [{instancePath:instancePath+"/trial",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data4 < 0 || isNaN(data4)){
validate78.errors = [{instancePath:instancePath+"/trial",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid3 = _errs12 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data.turn !== undefined){
let data5 = data.turn;
const _errs15 = errors;
const _errs16 = errors;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
validate78.errors = [{instancePath:instancePath+"/turn",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs16){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 9007199254740991 || isNaN(data5)){
validate78.errors = [{instancePath:instancePath+"/turn",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data5 < 0 || isNaN(data5)){
validate78.errors = [{instancePath:instancePath+"/turn",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid3 = _errs15 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data.classes !== undefined){
let data6 = data.classes;
const _errs18 = errors;
if(errors === _errs18){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing2;
if(((data6.expected === undefined) && (missing2 = "expected")) || ((data6.answered === undefined) && (missing2 = "answered"))){
validate78.errors = [{instancePath:instancePath+"/classes",keyword:"required",params:{missingProperty: missing2}}];
return false;
}
else {
if(data6.expected !== undefined){
const _errs20 = errors;
if(typeof data6.expected !== "string"){
validate78.errors = [{instancePath:instancePath+"/classes/expected",keyword:"type",params:{type: "string"}}];
return false;
}
var valid7 = _errs20 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data6.answered !== undefined){
let data8 = data6.answered;
const _errs22 = errors;
if((typeof data8 !== "string") && (data8 !== null)){
validate78.errors = [{instancePath:instancePath+"/classes/answered",keyword:"type",params:{type: schema113.properties.classes.properties.answered.type}}];
return false;
}
var valid7 = _errs22 === errors;
}
else {
var valid7 = true;
}
}
}
}
else {
validate78.errors = [{instancePath:instancePath+"/classes",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid3 = _errs18 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data.findings !== undefined){
let data9 = data.findings;
const _errs24 = errors;
if(errors === _errs24){
if(Array.isArray(data9)){
var valid8 = true;
const len0 = data9.length;
for(let i0=0; i0<len0; i0++){
const _errs26 = errors;
if(!(validate79(data9[i0], {instancePath:instancePath+"/findings/" + i0,parentData:data9,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate79.errors : vErrors.concat(validate79.errors);
errors = vErrors.length;
}
var valid8 = _errs26 === errors;
if(!valid8){
break;
}
}
}
else {
validate78.errors = [{instancePath:instancePath+"/findings",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid3 = _errs24 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data.value !== undefined){
let data11 = data.value;
const _errs27 = errors;
if((!((typeof data11 == "number") && (isFinite(data11)))) && (data11 !== null)){
validate78.errors = [{instancePath:instancePath+"/value",keyword:"type",params:{type: schema113.properties.value.type}}];
return false;
}
var valid3 = _errs27 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
}
}
else {
validate78.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate78.errors = vErrors;
return errors === 0;
}

const schema121 = {"description":"The slices and classes of a case on a data set.","type":"object","required":["units","items","estimates","slices","classes"],"properties":{"units":{"$ref":"#/$defs/count"},"items":{"$ref":"#/$defs/count"},"estimates":{"type":["object","null"],"required":["clusters","items"],"properties":{"clusters":{"type":["number","null"]},"items":{"type":["number","null"]}}},"slices":{"type":"array","items":{"type":"object","required":["field","must","claim","bar","holds","significance_level","rows"],"properties":{"field":{"type":"string"},"must":{"enum":["pass","not_fail",null]},"claim":{"type":["string","null"]},"bar":{"type":["string","null"]},"holds":{"type":["boolean","null"]},"significance_level":{"type":"number"},"rows":{"type":"array","items":{"$ref":"#/$defs/sliceRow"}}}}},"classes":{"type":"array","items":{"type":"object","required":["expectation","classes","matrix","n","rows","macro_f1","macro_f1_lower"],"properties":{"expectation":{"$ref":"#/$defs/count"},"classes":{"type":"array","items":{"type":"string"}},"matrix":{"type":"array","items":{"type":"array","items":{"$ref":"#/$defs/count"}}},"n":{"$ref":"#/$defs/count"},"rows":{"type":"array","items":{"type":"object","required":["class","recall","precision","f1"],"properties":{"class":{"type":"string"},"recall":{"$ref":"#/$defs/share"},"precision":{"$ref":"#/$defs/share"},"f1":{"$ref":"#/$defs/share"}}}},"macro_f1":{"type":["number","null"]},"macro_f1_lower":{"type":["number","null"]}}}}}};
const schema124 = {"description":"The result of a slice.","type":"object","required":["value","outcome","k","trials","n","of","failed","ungraded","estimate","lower","upper","p_value","fail_p","adjusted","fail_adjusted"],"properties":{"value":{"type":"string"},"outcome":{"enum":["passed","failed","inconclusive",null]},"k":{"type":["integer","null"],"minimum":0,"maximum":9007199254740991},"trials":{"$ref":"#/$defs/count"},"n":{"$ref":"#/$defs/count"},"of":{"$ref":"#/$defs/count"},"failed":{"$ref":"#/$defs/count"},"ungraded":{"$ref":"#/$defs/count"},"estimate":{"type":["number","null"]},"lower":{"type":["number","null"]},"upper":{"type":["number","null"]},"p_value":{"type":["number","null"]},"fail_p":{"type":["number","null"]},"adjusted":{"type":["number","null"]},"fail_adjusted":{"type":["number","null"]},"ended_case":{"const":true}}};

function validate83(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((((((((((((data.value === undefined) && (missing0 = "value")) || ((data.outcome === undefined) && (missing0 = "outcome"))) || ((data.k === undefined) && (missing0 = "k"))) || ((data.trials === undefined) && (missing0 = "trials"))) || ((data.n === undefined) && (missing0 = "n"))) || ((data.of === undefined) && (missing0 = "of"))) || ((data.failed === undefined) && (missing0 = "failed"))) || ((data.ungraded === undefined) && (missing0 = "ungraded"))) || ((data.estimate === undefined) && (missing0 = "estimate"))) || ((data.lower === undefined) && (missing0 = "lower"))) || ((data.upper === undefined) && (missing0 = "upper"))) || ((data.p_value === undefined) && (missing0 = "p_value"))) || ((data.fail_p === undefined) && (missing0 = "fail_p"))) || ((data.adjusted === undefined) && (missing0 = "adjusted"))) || ((data.fail_adjusted === undefined) && (missing0 = "fail_adjusted"))){
validate83.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.value !== undefined){
const _errs1 = errors;
if(typeof data.value !== "string"){
validate83.errors = [{instancePath:instancePath+"/value",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.outcome !== undefined){
let data1 = data.outcome;
const _errs3 = errors;
if(!((((data1 === "passed") || (data1 === "failed")) || (data1 === "inconclusive")) || (data1 === null))){
validate83.errors = [{instancePath:instancePath+"/outcome",keyword:"enum",params:{allowedValues: schema124.properties.outcome.enum}}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.k !== undefined){
let data2 = data.k;
const _errs4 = errors;
if((!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))) && (data2 !== null)){
validate83.errors = [{instancePath:instancePath+"/k",keyword:"type",params:{type: schema124.properties.k.type}}];
return false;
}
if(errors === _errs4){
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 9007199254740991 || isNaN(data2)){
validate83.errors = [{instancePath:instancePath+"/k",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data2 < 0 || isNaN(data2)){
validate83.errors = [{instancePath:instancePath+"/k",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.trials !== undefined){
let data3 = data.trials;
const _errs6 = errors;
const _errs7 = errors;
if(!(((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3))) && (isFinite(data3)))){
validate83.errors = [{instancePath:instancePath+"/trials",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs7){
if((typeof data3 == "number") && (isFinite(data3))){
if(data3 > 9007199254740991 || isNaN(data3)){
validate83.errors = [{instancePath:instancePath+"/trials",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data3 < 0 || isNaN(data3)){
validate83.errors = [{instancePath:instancePath+"/trials",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.n !== undefined){
let data4 = data.n;
const _errs9 = errors;
const _errs10 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate83.errors = [{instancePath:instancePath+"/n",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs10){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 9007199254740991 || isNaN(data4)){
validate83.errors = [{instancePath:instancePath+"/n",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data4 < 0 || isNaN(data4)){
validate83.errors = [{instancePath:instancePath+"/n",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.of !== undefined){
let data5 = data.of;
const _errs12 = errors;
const _errs13 = errors;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
validate83.errors = [{instancePath:instancePath+"/of",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs13){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 9007199254740991 || isNaN(data5)){
validate83.errors = [{instancePath:instancePath+"/of",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data5 < 0 || isNaN(data5)){
validate83.errors = [{instancePath:instancePath+"/of",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.failed !== undefined){
let data6 = data.failed;
const _errs15 = errors;
const _errs16 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate83.errors = [{instancePath:instancePath+"/failed",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs16){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 9007199254740991 || isNaN(data6)){
validate83.errors = [{instancePath:instancePath+"/failed",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data6 < 0 || isNaN(data6)){
validate83.errors = [{instancePath:instancePath+"/failed",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.ungraded !== undefined){
let data7 = data.ungraded;
const _errs18 = errors;
const _errs19 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate83.errors = [{instancePath:instancePath+"/ungraded",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs19){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 9007199254740991 || isNaN(data7)){
validate83.errors = [{instancePath:instancePath+"/ungraded",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data7 < 0 || isNaN(data7)){
validate83.errors = [{instancePath:instancePath+"/ungraded",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.estimate !== undefined){
let data8 = data.estimate;
const _errs21 = errors;
if((!((typeof data8 == "number") && (isFinite(data8)))) && (data8 !== null)){
validate83.errors = [{instancePath:instancePath+"/estimate",keyword:"type",params:{type: schema124.properties.estimate.type}}];
return false;
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.lower !== undefined){
let data9 = data.lower;
const _errs23 = errors;
if((!((typeof data9 == "number") && (isFinite(data9)))) && (data9 !== null)){
validate83.errors = [{instancePath:instancePath+"/lower",keyword:"type",params:{type: schema124.properties.lower.type}}];
return false;
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.upper !== undefined){
let data10 = data.upper;
const _errs25 = errors;
if((!((typeof data10 == "number") && (isFinite(data10)))) && (data10 !== null)){
validate83.errors = [{instancePath:instancePath+"/upper",keyword:"type",params:{type: schema124.properties.upper.type}}];
return false;
}
var valid0 = _errs25 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.p_value !== undefined){
let data11 = data.p_value;
const _errs27 = errors;
if((!((typeof data11 == "number") && (isFinite(data11)))) && (data11 !== null)){
validate83.errors = [{instancePath:instancePath+"/p_value",keyword:"type",params:{type: schema124.properties.p_value.type}}];
return false;
}
var valid0 = _errs27 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.fail_p !== undefined){
let data12 = data.fail_p;
const _errs29 = errors;
if((!((typeof data12 == "number") && (isFinite(data12)))) && (data12 !== null)){
validate83.errors = [{instancePath:instancePath+"/fail_p",keyword:"type",params:{type: schema124.properties.fail_p.type}}];
return false;
}
var valid0 = _errs29 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.adjusted !== undefined){
let data13 = data.adjusted;
const _errs31 = errors;
if((!((typeof data13 == "number") && (isFinite(data13)))) && (data13 !== null)){
validate83.errors = [{instancePath:instancePath+"/adjusted",keyword:"type",params:{type: schema124.properties.adjusted.type}}];
return false;
}
var valid0 = _errs31 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.fail_adjusted !== undefined){
let data14 = data.fail_adjusted;
const _errs33 = errors;
if((!((typeof data14 == "number") && (isFinite(data14)))) && (data14 !== null)){
validate83.errors = [{instancePath:instancePath+"/fail_adjusted",keyword:"type",params:{type: schema124.properties.fail_adjusted.type}}];
return false;
}
var valid0 = _errs33 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.ended_case !== undefined){
const _errs35 = errors;
if(true !== data.ended_case){
validate83.errors = [{instancePath:instancePath+"/ended_case",keyword:"const",params:{allowedValue: true}}];
return false;
}
var valid0 = _errs35 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate83.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate83.errors = vErrors;
return errors === 0;
}

const schema133 = {"description":"A share of trials, with bounds.","type":"object","required":["hits","n","estimate","lower","upper"],"properties":{"hits":{"$ref":"#/$defs/count"},"n":{"$ref":"#/$defs/count"},"estimate":{"type":["number","null"]},"lower":{"type":["number","null"]},"upper":{"type":["number","null"]}}};

function validate85(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((data.hits === undefined) && (missing0 = "hits")) || ((data.n === undefined) && (missing0 = "n"))) || ((data.estimate === undefined) && (missing0 = "estimate"))) || ((data.lower === undefined) && (missing0 = "lower"))) || ((data.upper === undefined) && (missing0 = "upper"))){
validate85.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.hits !== undefined){
let data0 = data.hits;
const _errs1 = errors;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate85.errors = [{instancePath:instancePath+"/hits",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 9007199254740991 || isNaN(data0)){
validate85.errors = [{instancePath:instancePath+"/hits",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data0 < 0 || isNaN(data0)){
validate85.errors = [{instancePath:instancePath+"/hits",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.n !== undefined){
let data1 = data.n;
const _errs4 = errors;
const _errs5 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate85.errors = [{instancePath:instancePath+"/n",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs5){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 9007199254740991 || isNaN(data1)){
validate85.errors = [{instancePath:instancePath+"/n",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data1 < 0 || isNaN(data1)){
validate85.errors = [{instancePath:instancePath+"/n",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.estimate !== undefined){
let data2 = data.estimate;
const _errs7 = errors;
if((!((typeof data2 == "number") && (isFinite(data2)))) && (data2 !== null)){
validate85.errors = [{instancePath:instancePath+"/estimate",keyword:"type",params:{type: schema133.properties.estimate.type}}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.lower !== undefined){
let data3 = data.lower;
const _errs9 = errors;
if((!((typeof data3 == "number") && (isFinite(data3)))) && (data3 !== null)){
validate85.errors = [{instancePath:instancePath+"/lower",keyword:"type",params:{type: schema133.properties.lower.type}}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.upper !== undefined){
let data4 = data.upper;
const _errs11 = errors;
if((!((typeof data4 == "number") && (isFinite(data4)))) && (data4 !== null)){
validate85.errors = [{instancePath:instancePath+"/upper",keyword:"type",params:{type: schema133.properties.upper.type}}];
return false;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
else {
validate85.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate85.errors = vErrors;
return errors === 0;
}


function validate82(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((data.units === undefined) && (missing0 = "units")) || ((data.items === undefined) && (missing0 = "items"))) || ((data.estimates === undefined) && (missing0 = "estimates"))) || ((data.slices === undefined) && (missing0 = "slices"))) || ((data.classes === undefined) && (missing0 = "classes"))){
validate82.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.units !== undefined){
let data0 = data.units;
const _errs1 = errors;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate82.errors = [{instancePath:instancePath+"/units",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 9007199254740991 || isNaN(data0)){
validate82.errors = [{instancePath:instancePath+"/units",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data0 < 0 || isNaN(data0)){
validate82.errors = [{instancePath:instancePath+"/units",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.items !== undefined){
let data1 = data.items;
const _errs4 = errors;
const _errs5 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate82.errors = [{instancePath:instancePath+"/items",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs5){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 9007199254740991 || isNaN(data1)){
validate82.errors = [{instancePath:instancePath+"/items",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data1 < 0 || isNaN(data1)){
validate82.errors = [{instancePath:instancePath+"/items",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.estimates !== undefined){
let data2 = data.estimates;
const _errs7 = errors;
if((!(data2 && typeof data2 == "object" && !Array.isArray(data2))) && (data2 !== null)){
validate82.errors = [{instancePath:instancePath+"/estimates",keyword:"type",params:{type: schema121.properties.estimates.type}}];
return false;
}
if(errors === _errs7){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if(((data2.clusters === undefined) && (missing1 = "clusters")) || ((data2.items === undefined) && (missing1 = "items"))){
validate82.errors = [{instancePath:instancePath+"/estimates",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data2.clusters !== undefined){
let data3 = data2.clusters;
const _errs9 = errors;
if((!((typeof data3 == "number") && (isFinite(data3)))) && (data3 !== null)){
validate82.errors = [{instancePath:instancePath+"/estimates/clusters",keyword:"type",params:{type: schema121.properties.estimates.properties.clusters.type}}];
return false;
}
var valid3 = _errs9 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.items !== undefined){
let data4 = data2.items;
const _errs11 = errors;
if((!((typeof data4 == "number") && (isFinite(data4)))) && (data4 !== null)){
validate82.errors = [{instancePath:instancePath+"/estimates/items",keyword:"type",params:{type: schema121.properties.estimates.properties.items.type}}];
return false;
}
var valid3 = _errs11 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.slices !== undefined){
let data5 = data.slices;
const _errs13 = errors;
if(errors === _errs13){
if(Array.isArray(data5)){
var valid4 = true;
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
let data6 = data5[i0];
const _errs15 = errors;
if(errors === _errs15){
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
let missing2;
if((((((((data6.field === undefined) && (missing2 = "field")) || ((data6.must === undefined) && (missing2 = "must"))) || ((data6.claim === undefined) && (missing2 = "claim"))) || ((data6.bar === undefined) && (missing2 = "bar"))) || ((data6.holds === undefined) && (missing2 = "holds"))) || ((data6.significance_level === undefined) && (missing2 = "significance_level"))) || ((data6.rows === undefined) && (missing2 = "rows"))){
validate82.errors = [{instancePath:instancePath+"/slices/" + i0,keyword:"required",params:{missingProperty: missing2}}];
return false;
}
else {
if(data6.field !== undefined){
const _errs17 = errors;
if(typeof data6.field !== "string"){
validate82.errors = [{instancePath:instancePath+"/slices/" + i0+"/field",keyword:"type",params:{type: "string"}}];
return false;
}
var valid5 = _errs17 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data6.must !== undefined){
let data8 = data6.must;
const _errs19 = errors;
if(!(((data8 === "pass") || (data8 === "not_fail")) || (data8 === null))){
validate82.errors = [{instancePath:instancePath+"/slices/" + i0+"/must",keyword:"enum",params:{allowedValues: schema121.properties.slices.items.properties.must.enum}}];
return false;
}
var valid5 = _errs19 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data6.claim !== undefined){
let data9 = data6.claim;
const _errs20 = errors;
if((typeof data9 !== "string") && (data9 !== null)){
validate82.errors = [{instancePath:instancePath+"/slices/" + i0+"/claim",keyword:"type",params:{type: schema121.properties.slices.items.properties.claim.type}}];
return false;
}
var valid5 = _errs20 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data6.bar !== undefined){
let data10 = data6.bar;
const _errs22 = errors;
if((typeof data10 !== "string") && (data10 !== null)){
validate82.errors = [{instancePath:instancePath+"/slices/" + i0+"/bar",keyword:"type",params:{type: schema121.properties.slices.items.properties.bar.type}}];
return false;
}
var valid5 = _errs22 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data6.holds !== undefined){
let data11 = data6.holds;
const _errs24 = errors;
if((typeof data11 !== "boolean") && (data11 !== null)){
validate82.errors = [{instancePath:instancePath+"/slices/" + i0+"/holds",keyword:"type",params:{type: schema121.properties.slices.items.properties.holds.type}}];
return false;
}
var valid5 = _errs24 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data6.significance_level !== undefined){
let data12 = data6.significance_level;
const _errs26 = errors;
if(!((typeof data12 == "number") && (isFinite(data12)))){
validate82.errors = [{instancePath:instancePath+"/slices/" + i0+"/significance_level",keyword:"type",params:{type: "number"}}];
return false;
}
var valid5 = _errs26 === errors;
}
else {
var valid5 = true;
}
if(valid5){
if(data6.rows !== undefined){
let data13 = data6.rows;
const _errs28 = errors;
if(errors === _errs28){
if(Array.isArray(data13)){
var valid6 = true;
const len1 = data13.length;
for(let i1=0; i1<len1; i1++){
const _errs30 = errors;
if(!(validate83(data13[i1], {instancePath:instancePath+"/slices/" + i0+"/rows/" + i1,parentData:data13,parentDataProperty:i1,rootData}))){
vErrors = vErrors === null ? validate83.errors : vErrors.concat(validate83.errors);
errors = vErrors.length;
}
var valid6 = _errs30 === errors;
if(!valid6){
break;
}
}
}
else {
validate82.errors = [{instancePath:instancePath+"/slices/" + i0+"/rows",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid5 = _errs28 === errors;
}
else {
var valid5 = true;
}
}
}
}
}
}
}
}
}
else {
validate82.errors = [{instancePath:instancePath+"/slices/" + i0,keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid4 = _errs15 === errors;
if(!valid4){
break;
}
}
}
else {
validate82.errors = [{instancePath:instancePath+"/slices",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.classes !== undefined){
let data15 = data.classes;
const _errs31 = errors;
if(errors === _errs31){
if(Array.isArray(data15)){
var valid7 = true;
const len2 = data15.length;
for(let i2=0; i2<len2; i2++){
let data16 = data15[i2];
const _errs33 = errors;
if(errors === _errs33){
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
let missing3;
if((((((((data16.expectation === undefined) && (missing3 = "expectation")) || ((data16.classes === undefined) && (missing3 = "classes"))) || ((data16.matrix === undefined) && (missing3 = "matrix"))) || ((data16.n === undefined) && (missing3 = "n"))) || ((data16.rows === undefined) && (missing3 = "rows"))) || ((data16.macro_f1 === undefined) && (missing3 = "macro_f1"))) || ((data16.macro_f1_lower === undefined) && (missing3 = "macro_f1_lower"))){
validate82.errors = [{instancePath:instancePath+"/classes/" + i2,keyword:"required",params:{missingProperty: missing3}}];
return false;
}
else {
if(data16.expectation !== undefined){
let data17 = data16.expectation;
const _errs35 = errors;
const _errs36 = errors;
if(!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))){
validate82.errors = [{instancePath:instancePath+"/classes/" + i2+"/expectation",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs36){
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 > 9007199254740991 || isNaN(data17)){
validate82.errors = [{instancePath:instancePath+"/classes/" + i2+"/expectation",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data17 < 0 || isNaN(data17)){
validate82.errors = [{instancePath:instancePath+"/classes/" + i2+"/expectation",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid8 = _errs35 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data16.classes !== undefined){
let data18 = data16.classes;
const _errs38 = errors;
if(errors === _errs38){
if(Array.isArray(data18)){
var valid10 = true;
const len3 = data18.length;
for(let i3=0; i3<len3; i3++){
const _errs40 = errors;
if(typeof data18[i3] !== "string"){
validate82.errors = [{instancePath:instancePath+"/classes/" + i2+"/classes/" + i3,keyword:"type",params:{type: "string"}}];
return false;
}
var valid10 = _errs40 === errors;
if(!valid10){
break;
}
}
}
else {
validate82.errors = [{instancePath:instancePath+"/classes/" + i2+"/classes",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid8 = _errs38 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data16.matrix !== undefined){
let data20 = data16.matrix;
const _errs42 = errors;
if(errors === _errs42){
if(Array.isArray(data20)){
var valid11 = true;
const len4 = data20.length;
for(let i4=0; i4<len4; i4++){
let data21 = data20[i4];
const _errs44 = errors;
if(errors === _errs44){
if(Array.isArray(data21)){
var valid12 = true;
const len5 = data21.length;
for(let i5=0; i5<len5; i5++){
let data22 = data21[i5];
const _errs46 = errors;
const _errs47 = errors;
if(!(((typeof data22 == "number") && (!(data22 % 1) && !isNaN(data22))) && (isFinite(data22)))){
validate82.errors = [{instancePath:instancePath+"/classes/" + i2+"/matrix/" + i4+"/" + i5,keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs47){
if((typeof data22 == "number") && (isFinite(data22))){
if(data22 > 9007199254740991 || isNaN(data22)){
validate82.errors = [{instancePath:instancePath+"/classes/" + i2+"/matrix/" + i4+"/" + i5,keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data22 < 0 || isNaN(data22)){
validate82.errors = [{instancePath:instancePath+"/classes/" + i2+"/matrix/" + i4+"/" + i5,keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid12 = _errs46 === errors;
if(!valid12){
break;
}
}
}
else {
validate82.errors = [{instancePath:instancePath+"/classes/" + i2+"/matrix/" + i4,keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid11 = _errs44 === errors;
if(!valid11){
break;
}
}
}
else {
validate82.errors = [{instancePath:instancePath+"/classes/" + i2+"/matrix",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid8 = _errs42 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data16.n !== undefined){
let data23 = data16.n;
const _errs49 = errors;
const _errs50 = errors;
if(!(((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23))) && (isFinite(data23)))){
validate82.errors = [{instancePath:instancePath+"/classes/" + i2+"/n",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs50){
if((typeof data23 == "number") && (isFinite(data23))){
if(data23 > 9007199254740991 || isNaN(data23)){
validate82.errors = [{instancePath:instancePath+"/classes/" + i2+"/n",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data23 < 0 || isNaN(data23)){
validate82.errors = [{instancePath:instancePath+"/classes/" + i2+"/n",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid8 = _errs49 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data16.rows !== undefined){
let data24 = data16.rows;
const _errs52 = errors;
if(errors === _errs52){
if(Array.isArray(data24)){
var valid15 = true;
const len6 = data24.length;
for(let i6=0; i6<len6; i6++){
let data25 = data24[i6];
const _errs54 = errors;
if(errors === _errs54){
if(data25 && typeof data25 == "object" && !Array.isArray(data25)){
let missing4;
if(((((data25.class === undefined) && (missing4 = "class")) || ((data25.recall === undefined) && (missing4 = "recall"))) || ((data25.precision === undefined) && (missing4 = "precision"))) || ((data25.f1 === undefined) && (missing4 = "f1"))){
validate82.errors = [{instancePath:instancePath+"/classes/" + i2+"/rows/" + i6,keyword:"required",params:{missingProperty: missing4}}];
return false;
}
else {
if(data25.class !== undefined){
const _errs56 = errors;
if(typeof data25.class !== "string"){
validate82.errors = [{instancePath:instancePath+"/classes/" + i2+"/rows/" + i6+"/class",keyword:"type",params:{type: "string"}}];
return false;
}
var valid16 = _errs56 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data25.recall !== undefined){
const _errs58 = errors;
if(!(validate85(data25.recall, {instancePath:instancePath+"/classes/" + i2+"/rows/" + i6+"/recall",parentData:data25,parentDataProperty:"recall",rootData}))){
vErrors = vErrors === null ? validate85.errors : vErrors.concat(validate85.errors);
errors = vErrors.length;
}
var valid16 = _errs58 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data25.precision !== undefined){
const _errs59 = errors;
if(!(validate85(data25.precision, {instancePath:instancePath+"/classes/" + i2+"/rows/" + i6+"/precision",parentData:data25,parentDataProperty:"precision",rootData}))){
vErrors = vErrors === null ? validate85.errors : vErrors.concat(validate85.errors);
errors = vErrors.length;
}
var valid16 = _errs59 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data25.f1 !== undefined){
const _errs60 = errors;
if(!(validate85(data25.f1, {instancePath:instancePath+"/classes/" + i2+"/rows/" + i6+"/f1",parentData:data25,parentDataProperty:"f1",rootData}))){
vErrors = vErrors === null ? validate85.errors : vErrors.concat(validate85.errors);
errors = vErrors.length;
}
var valid16 = _errs60 === errors;
}
else {
var valid16 = true;
}
}
}
}
}
}
else {
validate82.errors = [{instancePath:instancePath+"/classes/" + i2+"/rows/" + i6,keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid15 = _errs54 === errors;
if(!valid15){
break;
}
}
}
else {
validate82.errors = [{instancePath:instancePath+"/classes/" + i2+"/rows",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid8 = _errs52 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data16.macro_f1 !== undefined){
let data30 = data16.macro_f1;
const _errs61 = errors;
if((!((typeof data30 == "number") && (isFinite(data30)))) && (data30 !== null)){
validate82.errors = [{instancePath:instancePath+"/classes/" + i2+"/macro_f1",keyword:"type",params:{type: schema121.properties.classes.items.properties.macro_f1.type}}];
return false;
}
var valid8 = _errs61 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data16.macro_f1_lower !== undefined){
let data31 = data16.macro_f1_lower;
const _errs63 = errors;
if((!((typeof data31 == "number") && (isFinite(data31)))) && (data31 !== null)){
validate82.errors = [{instancePath:instancePath+"/classes/" + i2+"/macro_f1_lower",keyword:"type",params:{type: schema121.properties.classes.items.properties.macro_f1_lower.type}}];
return false;
}
var valid8 = _errs63 === errors;
}
else {
var valid8 = true;
}
}
}
}
}
}
}
}
}
else {
validate82.errors = [{instancePath:instancePath+"/classes/" + i2,keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid7 = _errs33 === errors;
if(!valid7){
break;
}
}
}
else {
validate82.errors = [{instancePath:instancePath+"/classes",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs31 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
else {
validate82.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate82.errors = vErrors;
return errors === 0;
}

const schema136 = {"description":"The labels that decided a case.","type":"object","required":["seed","raters","digest","of"],"properties":{"seed":{"type":"integer"},"raters":{"$ref":"#/$defs/count"},"digest":{"type":"string"},"of":{"type":"array","items":{"description":"The label of a trial.","type":"object","required":["expectation","trial","verdict"],"properties":{"expectation":{"$ref":"#/$defs/count"},"trial":{"$ref":"#/$defs/count"},"verdict":{"type":"string","enum":["pass","fail","none"]}}}}}};

function validate90(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.seed === undefined) && (missing0 = "seed")) || ((data.raters === undefined) && (missing0 = "raters"))) || ((data.digest === undefined) && (missing0 = "digest"))) || ((data.of === undefined) && (missing0 = "of"))){
validate90.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.seed !== undefined){
let data0 = data.seed;
const _errs1 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate90.errors = [{instancePath:instancePath+"/seed",keyword:"type",params:{type: "integer"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.raters !== undefined){
let data1 = data.raters;
const _errs3 = errors;
const _errs4 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate90.errors = [{instancePath:instancePath+"/raters",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs4){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 9007199254740991 || isNaN(data1)){
validate90.errors = [{instancePath:instancePath+"/raters",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data1 < 0 || isNaN(data1)){
validate90.errors = [{instancePath:instancePath+"/raters",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.digest !== undefined){
const _errs6 = errors;
if(typeof data.digest !== "string"){
validate90.errors = [{instancePath:instancePath+"/digest",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.of !== undefined){
let data3 = data.of;
const _errs8 = errors;
if(errors === _errs8){
if(Array.isArray(data3)){
var valid2 = true;
const len0 = data3.length;
for(let i0=0; i0<len0; i0++){
let data4 = data3[i0];
const _errs10 = errors;
if(errors === _errs10){
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
let missing1;
if((((data4.expectation === undefined) && (missing1 = "expectation")) || ((data4.trial === undefined) && (missing1 = "trial"))) || ((data4.verdict === undefined) && (missing1 = "verdict"))){
validate90.errors = [{instancePath:instancePath+"/of/" + i0,keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data4.expectation !== undefined){
let data5 = data4.expectation;
const _errs12 = errors;
const _errs13 = errors;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
validate90.errors = [{instancePath:instancePath+"/of/" + i0+"/expectation",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs13){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 9007199254740991 || isNaN(data5)){
validate90.errors = [{instancePath:instancePath+"/of/" + i0+"/expectation",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data5 < 0 || isNaN(data5)){
validate90.errors = [{instancePath:instancePath+"/of/" + i0+"/expectation",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid3 = _errs12 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data4.trial !== undefined){
let data6 = data4.trial;
const _errs15 = errors;
const _errs16 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate90.errors = [{instancePath:instancePath+"/of/" + i0+"/trial",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs16){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 9007199254740991 || isNaN(data6)){
validate90.errors = [{instancePath:instancePath+"/of/" + i0+"/trial",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data6 < 0 || isNaN(data6)){
validate90.errors = [{instancePath:instancePath+"/of/" + i0+"/trial",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid3 = _errs15 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data4.verdict !== undefined){
let data7 = data4.verdict;
const _errs18 = errors;
if(typeof data7 !== "string"){
validate90.errors = [{instancePath:instancePath+"/of/" + i0+"/verdict",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((data7 === "pass") || (data7 === "fail")) || (data7 === "none"))){
validate90.errors = [{instancePath:instancePath+"/of/" + i0+"/verdict",keyword:"enum",params:{allowedValues: schema136.properties.of.items.properties.verdict.enum}}];
return false;
}
var valid3 = _errs18 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
else {
validate90.errors = [{instancePath:instancePath+"/of/" + i0,keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid2 = _errs10 === errors;
if(!valid2){
break;
}
}
}
else {
validate90.errors = [{instancePath:instancePath+"/of",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
else {
validate90.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate90.errors = vErrors;
return errors === 0;
}


function validate69(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((data.name === undefined) && (missing0 = "name")) || ((data.kind === undefined) && (missing0 = "kind"))) || ((data.passed === undefined) && (missing0 = "passed"))) || ((data.verdicts === undefined) && (missing0 = "verdicts"))) || ((data.sample_size === undefined) && (missing0 = "sample_size"))) || ((data.stopped_at === undefined) && (missing0 = "stopped_at"))) || ((data.trials === undefined) && (missing0 = "trials"))) || ((data.scores === undefined) && (missing0 = "scores"))){
validate69.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.name !== undefined){
const _errs1 = errors;
if(typeof data.name !== "string"){
validate69.errors = [{instancePath:instancePath+"/name",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.kind !== undefined){
let data1 = data.kind;
const _errs3 = errors;
if(typeof data1 !== "string"){
validate69.errors = [{instancePath:instancePath+"/kind",keyword:"type",params:{type: "string"}}];
return false;
}
if(!(((data1 === "prompt") || (data1 === "trigger")) || (data1 === "conversation"))){
validate69.errors = [{instancePath:instancePath+"/kind",keyword:"enum",params:{allowedValues: schema87.properties.kind.enum}}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.look !== undefined){
const _errs5 = errors;
if(true !== data.look){
validate69.errors = [{instancePath:instancePath+"/look",keyword:"const",params:{allowedValue: true}}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.passed !== undefined){
let data3 = data.passed;
const _errs6 = errors;
if((typeof data3 !== "boolean") && (data3 !== null)){
validate69.errors = [{instancePath:instancePath+"/passed",keyword:"type",params:{type: schema87.properties.passed.type}}];
return false;
}
var valid0 = _errs6 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.verdicts !== undefined){
let data4 = data.verdicts;
const _errs8 = errors;
if(errors === _errs8){
if(Array.isArray(data4)){
var valid1 = true;
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
const _errs10 = errors;
if(!(validate70(data4[i0], {instancePath:instancePath+"/verdicts/" + i0,parentData:data4,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate70.errors : vErrors.concat(validate70.errors);
errors = vErrors.length;
}
var valid1 = _errs10 === errors;
if(!valid1){
break;
}
}
}
else {
validate69.errors = [{instancePath:instancePath+"/verdicts",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs8 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.sample_size !== undefined){
let data6 = data.sample_size;
const _errs11 = errors;
const _errs12 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate69.errors = [{instancePath:instancePath+"/sample_size",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs12){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 > 9007199254740991 || isNaN(data6)){
validate69.errors = [{instancePath:instancePath+"/sample_size",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data6 < 0 || isNaN(data6)){
validate69.errors = [{instancePath:instancePath+"/sample_size",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.stopped_at !== undefined){
let data7 = data.stopped_at;
const _errs14 = errors;
if((!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))) && (data7 !== null)){
validate69.errors = [{instancePath:instancePath+"/stopped_at",keyword:"type",params:{type: schema87.properties.stopped_at.type}}];
return false;
}
if(errors === _errs14){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 9007199254740991 || isNaN(data7)){
validate69.errors = [{instancePath:instancePath+"/stopped_at",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data7 < 0 || isNaN(data7)){
validate69.errors = [{instancePath:instancePath+"/stopped_at",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs14 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.requested !== undefined){
let data8 = data.requested;
const _errs16 = errors;
const _errs17 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
validate69.errors = [{instancePath:instancePath+"/requested",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs17){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 9007199254740991 || isNaN(data8)){
validate69.errors = [{instancePath:instancePath+"/requested",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data8 < 0 || isNaN(data8)){
validate69.errors = [{instancePath:instancePath+"/requested",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.trials !== undefined){
let data9 = data.trials;
const _errs19 = errors;
if(errors === _errs19){
if(Array.isArray(data9)){
var valid4 = true;
const len1 = data9.length;
for(let i1=0; i1<len1; i1++){
const _errs21 = errors;
if(!(validate74(data9[i1], {instancePath:instancePath+"/trials/" + i1,parentData:data9,parentDataProperty:i1,rootData}))){
vErrors = vErrors === null ? validate74.errors : vErrors.concat(validate74.errors);
errors = vErrors.length;
}
var valid4 = _errs21 === errors;
if(!valid4){
break;
}
}
}
else {
validate69.errors = [{instancePath:instancePath+"/trials",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.scores !== undefined){
let data11 = data.scores;
const _errs22 = errors;
if(errors === _errs22){
if(Array.isArray(data11)){
var valid5 = true;
const len2 = data11.length;
for(let i2=0; i2<len2; i2++){
const _errs24 = errors;
if(!(validate78(data11[i2], {instancePath:instancePath+"/scores/" + i2,parentData:data11,parentDataProperty:i2,rootData}))){
vErrors = vErrors === null ? validate78.errors : vErrors.concat(validate78.errors);
errors = vErrors.length;
}
var valid5 = _errs24 === errors;
if(!valid5){
break;
}
}
}
else {
validate69.errors = [{instancePath:instancePath+"/scores",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.dataset !== undefined){
const _errs25 = errors;
if(!(validate82(data.dataset, {instancePath:instancePath+"/dataset",parentData:data,parentDataProperty:"dataset",rootData}))){
vErrors = vErrors === null ? validate82.errors : vErrors.concat(validate82.errors);
errors = vErrors.length;
}
var valid0 = _errs25 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.labels !== undefined){
const _errs26 = errors;
if(!(validate90(data.labels, {instancePath:instancePath+"/labels",parentData:data,parentDataProperty:"labels",rootData}))){
vErrors = vErrors === null ? validate90.errors : vErrors.concat(validate90.errors);
errors = vErrors.length;
}
var valid0 = _errs26 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate69.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate69.errors = vErrors;
return errors === 0;
}

const schema142 = {"description":"Number of replies by source.","type":"object","required":["model","recorded","synthetic"],"properties":{"model":{"$ref":"#/$defs/count"},"recorded":{"$ref":"#/$defs/count"},"synthetic":{"$ref":"#/$defs/count"}}};

function validate93(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.model === undefined) && (missing0 = "model")) || ((data.recorded === undefined) && (missing0 = "recorded"))) || ((data.synthetic === undefined) && (missing0 = "synthetic"))){
validate93.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.model !== undefined){
let data0 = data.model;
const _errs1 = errors;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate93.errors = [{instancePath:instancePath+"/model",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 9007199254740991 || isNaN(data0)){
validate93.errors = [{instancePath:instancePath+"/model",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data0 < 0 || isNaN(data0)){
validate93.errors = [{instancePath:instancePath+"/model",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.recorded !== undefined){
let data1 = data.recorded;
const _errs4 = errors;
const _errs5 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate93.errors = [{instancePath:instancePath+"/recorded",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs5){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 9007199254740991 || isNaN(data1)){
validate93.errors = [{instancePath:instancePath+"/recorded",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data1 < 0 || isNaN(data1)){
validate93.errors = [{instancePath:instancePath+"/recorded",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.synthetic !== undefined){
let data2 = data.synthetic;
const _errs7 = errors;
const _errs8 = errors;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
validate93.errors = [{instancePath:instancePath+"/synthetic",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs8){
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 > 9007199254740991 || isNaN(data2)){
validate93.errors = [{instancePath:instancePath+"/synthetic",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data2 < 0 || isNaN(data2)){
validate93.errors = [{instancePath:instancePath+"/synthetic",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate93.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate93.errors = vErrors;
return errors === 0;
}

const schema147 = {"description":"The shards that a run was merged from.","type":"object","required":["of","collected","repeated"],"properties":{"of":{"$ref":"#/$defs/count"},"collected":{"$ref":"#/$defs/count"},"repeated":{"type":"array","items":{"type":"object","required":["index","times"],"properties":{"index":{"$ref":"#/$defs/count"},"times":{"$ref":"#/$defs/count"}}}}}};

function validate95(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.of === undefined) && (missing0 = "of")) || ((data.collected === undefined) && (missing0 = "collected"))) || ((data.repeated === undefined) && (missing0 = "repeated"))){
validate95.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.of !== undefined){
let data0 = data.of;
const _errs1 = errors;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate95.errors = [{instancePath:instancePath+"/of",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 9007199254740991 || isNaN(data0)){
validate95.errors = [{instancePath:instancePath+"/of",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data0 < 0 || isNaN(data0)){
validate95.errors = [{instancePath:instancePath+"/of",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.collected !== undefined){
let data1 = data.collected;
const _errs4 = errors;
const _errs5 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate95.errors = [{instancePath:instancePath+"/collected",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs5){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 9007199254740991 || isNaN(data1)){
validate95.errors = [{instancePath:instancePath+"/collected",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data1 < 0 || isNaN(data1)){
validate95.errors = [{instancePath:instancePath+"/collected",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.repeated !== undefined){
let data2 = data.repeated;
const _errs7 = errors;
if(errors === _errs7){
if(Array.isArray(data2)){
var valid3 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
const _errs9 = errors;
if(errors === _errs9){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing1;
if(((data3.index === undefined) && (missing1 = "index")) || ((data3.times === undefined) && (missing1 = "times"))){
validate95.errors = [{instancePath:instancePath+"/repeated/" + i0,keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data3.index !== undefined){
let data4 = data3.index;
const _errs11 = errors;
const _errs12 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate95.errors = [{instancePath:instancePath+"/repeated/" + i0+"/index",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs12){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 9007199254740991 || isNaN(data4)){
validate95.errors = [{instancePath:instancePath+"/repeated/" + i0+"/index",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data4 < 0 || isNaN(data4)){
validate95.errors = [{instancePath:instancePath+"/repeated/" + i0+"/index",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid4 = _errs11 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data3.times !== undefined){
let data5 = data3.times;
const _errs14 = errors;
const _errs15 = errors;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
validate95.errors = [{instancePath:instancePath+"/repeated/" + i0+"/times",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs15){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 9007199254740991 || isNaN(data5)){
validate95.errors = [{instancePath:instancePath+"/repeated/" + i0+"/times",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data5 < 0 || isNaN(data5)){
validate95.errors = [{instancePath:instancePath+"/repeated/" + i0+"/times",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid4 = _errs14 === errors;
}
else {
var valid4 = true;
}
}
}
}
else {
validate95.errors = [{instancePath:instancePath+"/repeated/" + i0,keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid3 = _errs9 === errors;
if(!valid3){
break;
}
}
}
else {
validate95.errors = [{instancePath:instancePath+"/repeated",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate95.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate95.errors = vErrors;
return errors === 0;
}

const schema162 = {"description":"The origin of a run's replies.","type":"object","required":["asked","runs","more_runs","unnamed","synthetic"],"properties":{"asked":{"description":"Replies that this run or its shards requested.","$ref":"#/$defs/count"},"runs":{"description":"Kept replies by the run that requested them.","type":"array","items":{"type":"object","required":["run_id","kind","replies"],"properties":{"run_id":{"type":"string"},"kind":{"$ref":"#/$defs/kind"},"replies":{"$ref":"#/$defs/count"}}}},"more_runs":{"description":"Number of runs that are not listed.","$ref":"#/$defs/count"},"unnamed":{"description":"Kept replies that do not name their run.","$ref":"#/$defs/count"},"synthetic":{"description":"Replies that a person wrote.","$ref":"#/$defs/count"},"servers":{"description":"Scheme and host of each server that answered and is not the provider's own.","$ref":"#/$defs/answered"},"programs":{"description":"Programs that answered in place of a model.","$ref":"#/$defs/answered"},"applications":{"description":"Programs under test.","$ref":"#/$defs/answered"},"retried":{"description":"Calls that were retried, without failed attempts before a kill. Absent without any.","$ref":"#/$defs/count"},"variables":{"description":"Names of the variables `EVA_…` that programs of the library got.","type":"array","items":{"type":"string"}}}};
const schema159 = {"type":"integer","minimum":0};
const schema157 = {"description":"The kind of attempt.","type":"string","enum":["full","partial","shard","look","compare","replay"]};
const schema169 = {"type":"array","items":{"type":"object","required":["name","replies"],"properties":{"name":{"type":"string"},"replies":{"$ref":"#/$defs/count"}}}};

function validate99(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(Array.isArray(data)){
var valid0 = true;
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
const _errs1 = errors;
if(errors === _errs1){
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing0;
if(((data0.name === undefined) && (missing0 = "name")) || ((data0.replies === undefined) && (missing0 = "replies"))){
validate99.errors = [{instancePath:instancePath+"/" + i0,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data0.name !== undefined){
const _errs3 = errors;
if(typeof data0.name !== "string"){
validate99.errors = [{instancePath:instancePath+"/" + i0+"/name",keyword:"type",params:{type: "string"}}];
return false;
}
var valid1 = _errs3 === errors;
}
else {
var valid1 = true;
}
if(valid1){
if(data0.replies !== undefined){
let data2 = data0.replies;
const _errs5 = errors;
const _errs6 = errors;
if(!(((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2))) && (isFinite(data2)))){
validate99.errors = [{instancePath:instancePath+"/" + i0+"/replies",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs6){
if((typeof data2 == "number") && (isFinite(data2))){
if(data2 < 0 || isNaN(data2)){
validate99.errors = [{instancePath:instancePath+"/" + i0+"/replies",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
var valid1 = _errs5 === errors;
}
else {
var valid1 = true;
}
}
}
}
else {
validate99.errors = [{instancePath:instancePath+"/" + i0,keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs1 === errors;
if(!valid0){
break;
}
}
}
else {
validate99.errors = [{instancePath,keyword:"type",params:{type: "array"}}];
return false;
}
}
validate99.errors = vErrors;
return errors === 0;
}


function validate104(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((data.asked === undefined) && (missing0 = "asked")) || ((data.runs === undefined) && (missing0 = "runs"))) || ((data.more_runs === undefined) && (missing0 = "more_runs"))) || ((data.unnamed === undefined) && (missing0 = "unnamed"))) || ((data.synthetic === undefined) && (missing0 = "synthetic"))){
validate104.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.asked !== undefined){
let data0 = data.asked;
const _errs1 = errors;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate104.errors = [{instancePath:instancePath+"/asked",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 < 0 || isNaN(data0)){
validate104.errors = [{instancePath:instancePath+"/asked",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.runs !== undefined){
let data1 = data.runs;
const _errs4 = errors;
if(errors === _errs4){
if(Array.isArray(data1)){
var valid2 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs6 = errors;
if(errors === _errs6){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if((((data2.run_id === undefined) && (missing1 = "run_id")) || ((data2.kind === undefined) && (missing1 = "kind"))) || ((data2.replies === undefined) && (missing1 = "replies"))){
validate104.errors = [{instancePath:instancePath+"/runs/" + i0,keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data2.run_id !== undefined){
const _errs8 = errors;
if(typeof data2.run_id !== "string"){
validate104.errors = [{instancePath:instancePath+"/runs/" + i0+"/run_id",keyword:"type",params:{type: "string"}}];
return false;
}
var valid3 = _errs8 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.kind !== undefined){
let data4 = data2.kind;
const _errs10 = errors;
if(typeof data4 !== "string"){
validate104.errors = [{instancePath:instancePath+"/runs/" + i0+"/kind",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((((((data4 === "full") || (data4 === "partial")) || (data4 === "shard")) || (data4 === "look")) || (data4 === "compare")) || (data4 === "replay"))){
validate104.errors = [{instancePath:instancePath+"/runs/" + i0+"/kind",keyword:"enum",params:{allowedValues: schema157.enum}}];
return false;
}
var valid3 = _errs10 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.replies !== undefined){
let data5 = data2.replies;
const _errs13 = errors;
const _errs14 = errors;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
validate104.errors = [{instancePath:instancePath+"/runs/" + i0+"/replies",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs14){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 < 0 || isNaN(data5)){
validate104.errors = [{instancePath:instancePath+"/runs/" + i0+"/replies",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
var valid3 = _errs13 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
else {
validate104.errors = [{instancePath:instancePath+"/runs/" + i0,keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid2 = _errs6 === errors;
if(!valid2){
break;
}
}
}
else {
validate104.errors = [{instancePath:instancePath+"/runs",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.more_runs !== undefined){
let data6 = data.more_runs;
const _errs16 = errors;
const _errs17 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate104.errors = [{instancePath:instancePath+"/more_runs",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs17){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 < 0 || isNaN(data6)){
validate104.errors = [{instancePath:instancePath+"/more_runs",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.unnamed !== undefined){
let data7 = data.unnamed;
const _errs19 = errors;
const _errs20 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate104.errors = [{instancePath:instancePath+"/unnamed",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs20){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 < 0 || isNaN(data7)){
validate104.errors = [{instancePath:instancePath+"/unnamed",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.synthetic !== undefined){
let data8 = data.synthetic;
const _errs22 = errors;
const _errs23 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
validate104.errors = [{instancePath:instancePath+"/synthetic",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs23){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 < 0 || isNaN(data8)){
validate104.errors = [{instancePath:instancePath+"/synthetic",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.servers !== undefined){
const _errs25 = errors;
if(!(validate99(data.servers, {instancePath:instancePath+"/servers",parentData:data,parentDataProperty:"servers",rootData}))){
vErrors = vErrors === null ? validate99.errors : vErrors.concat(validate99.errors);
errors = vErrors.length;
}
var valid0 = _errs25 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.programs !== undefined){
const _errs26 = errors;
if(!(validate99(data.programs, {instancePath:instancePath+"/programs",parentData:data,parentDataProperty:"programs",rootData}))){
vErrors = vErrors === null ? validate99.errors : vErrors.concat(validate99.errors);
errors = vErrors.length;
}
var valid0 = _errs26 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.applications !== undefined){
const _errs27 = errors;
if(!(validate99(data.applications, {instancePath:instancePath+"/applications",parentData:data,parentDataProperty:"applications",rootData}))){
vErrors = vErrors === null ? validate99.errors : vErrors.concat(validate99.errors);
errors = vErrors.length;
}
var valid0 = _errs27 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.retried !== undefined){
let data12 = data.retried;
const _errs28 = errors;
const _errs29 = errors;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
validate104.errors = [{instancePath:instancePath+"/retried",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs29){
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 < 0 || isNaN(data12)){
validate104.errors = [{instancePath:instancePath+"/retried",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
var valid0 = _errs28 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.variables !== undefined){
let data13 = data.variables;
const _errs31 = errors;
if(errors === _errs31){
if(Array.isArray(data13)){
var valid10 = true;
const len1 = data13.length;
for(let i1=0; i1<len1; i1++){
const _errs33 = errors;
if(typeof data13[i1] !== "string"){
validate104.errors = [{instancePath:instancePath+"/variables/" + i1,keyword:"type",params:{type: "string"}}];
return false;
}
var valid10 = _errs33 === errors;
if(!valid10){
break;
}
}
}
else {
validate104.errors = [{instancePath:instancePath+"/variables",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs31 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate104.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate104.errors = vErrors;
return errors === 0;
}


function validate67(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((((((((((((((((((data.run_id === undefined) && (missing0 = "run_id")) || ((data.id === undefined) && (missing0 = "id"))) || ((data.ts === undefined) && (missing0 = "ts"))) || ((data.state === undefined) && (missing0 = "state"))) || ((data.all_passed === undefined) && (missing0 = "all_passed"))) || ((data.partial === undefined) && (missing0 = "partial"))) || ((data.shard === undefined) && (missing0 = "shard"))) || ((data.total === undefined) && (missing0 = "total"))) || ((data.passed === undefined) && (missing0 = "passed"))) || ((data.failed_cases === undefined) && (missing0 = "failed_cases"))) || ((data.inconclusive_cases === undefined) && (missing0 = "inconclusive_cases"))) || ((data.missing_cases === undefined) && (missing0 = "missing_cases"))) || ((data.triggering === undefined) && (missing0 = "triggering"))) || ((data.cases === undefined) && (missing0 = "cases"))) || ((data.evidence === undefined) && (missing0 = "evidence"))) || ((data.replies === undefined) && (missing0 = "replies"))) || ((data.usage === undefined) && (missing0 = "usage"))) || ((data.cost_usd === undefined) && (missing0 = "cost_usd"))) || ((data.duration_s === undefined) && (missing0 = "duration_s"))) || ((data.eva_version === undefined) && (missing0 = "eva_version"))){
validate67.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.run_id !== undefined){
const _errs1 = errors;
if(typeof data.run_id !== "string"){
validate67.errors = [{instancePath:instancePath+"/run_id",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.id !== undefined){
const _errs3 = errors;
if(typeof data.id !== "string"){
validate67.errors = [{instancePath:instancePath+"/id",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.ts !== undefined){
const _errs5 = errors;
if(typeof data.ts !== "string"){
validate67.errors = [{instancePath:instancePath+"/ts",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.state !== undefined){
let data3 = data.state;
const _errs7 = errors;
if(typeof data3 !== "string"){
validate67.errors = [{instancePath:instancePath+"/state",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((data3 === "finished") || (data3 === "unfinished"))){
validate67.errors = [{instancePath:instancePath+"/state",keyword:"enum",params:{allowedValues: schema80.properties.state.enum}}];
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.all_passed !== undefined){
const _errs9 = errors;
if(typeof data.all_passed !== "boolean"){
validate67.errors = [{instancePath:instancePath+"/all_passed",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid0 = _errs9 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.partial !== undefined){
const _errs11 = errors;
if(typeof data.partial !== "boolean"){
validate67.errors = [{instancePath:instancePath+"/partial",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid0 = _errs11 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.shard !== undefined){
let data6 = data.shard;
const _errs13 = errors;
const _errs14 = errors;
let valid1 = true;
const _errs15 = errors;
if(data6 !== null){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs15 === errors;
errors = _errs14;
if(vErrors !== null){
if(_errs14){
vErrors.length = _errs14;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs17 = errors;
if(!(validate64(data6, {instancePath:instancePath+"/shard",parentData:data,parentDataProperty:"shard",rootData}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
var _valid0 = _errs17 === errors;
valid1 = _valid0;
}
if(!valid1){
const err1 = {instancePath:instancePath+"/shard",keyword:"if",params:{failingKeyword: "else"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
validate67.errors = vErrors;
return false;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.total !== undefined){
let data7 = data.total;
const _errs18 = errors;
const _errs19 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate67.errors = [{instancePath:instancePath+"/total",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs19){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 > 9007199254740991 || isNaN(data7)){
validate67.errors = [{instancePath:instancePath+"/total",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data7 < 0 || isNaN(data7)){
validate67.errors = [{instancePath:instancePath+"/total",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs18 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.passed !== undefined){
let data8 = data.passed;
const _errs21 = errors;
const _errs22 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
validate67.errors = [{instancePath:instancePath+"/passed",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs22){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 > 9007199254740991 || isNaN(data8)){
validate67.errors = [{instancePath:instancePath+"/passed",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data8 < 0 || isNaN(data8)){
validate67.errors = [{instancePath:instancePath+"/passed",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.failed_cases !== undefined){
let data9 = data.failed_cases;
const _errs24 = errors;
if(errors === _errs24){
if(Array.isArray(data9)){
var valid4 = true;
const len0 = data9.length;
for(let i0=0; i0<len0; i0++){
const _errs26 = errors;
if(typeof data9[i0] !== "string"){
validate67.errors = [{instancePath:instancePath+"/failed_cases/" + i0,keyword:"type",params:{type: "string"}}];
return false;
}
var valid4 = _errs26 === errors;
if(!valid4){
break;
}
}
}
else {
validate67.errors = [{instancePath:instancePath+"/failed_cases",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs24 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.inconclusive_cases !== undefined){
let data11 = data.inconclusive_cases;
const _errs28 = errors;
if(errors === _errs28){
if(Array.isArray(data11)){
var valid5 = true;
const len1 = data11.length;
for(let i1=0; i1<len1; i1++){
const _errs30 = errors;
if(typeof data11[i1] !== "string"){
validate67.errors = [{instancePath:instancePath+"/inconclusive_cases/" + i1,keyword:"type",params:{type: "string"}}];
return false;
}
var valid5 = _errs30 === errors;
if(!valid5){
break;
}
}
}
else {
validate67.errors = [{instancePath:instancePath+"/inconclusive_cases",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs28 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.missing_cases !== undefined){
let data13 = data.missing_cases;
const _errs32 = errors;
if(errors === _errs32){
if(Array.isArray(data13)){
var valid6 = true;
const len2 = data13.length;
for(let i2=0; i2<len2; i2++){
const _errs34 = errors;
if(typeof data13[i2] !== "string"){
validate67.errors = [{instancePath:instancePath+"/missing_cases/" + i2,keyword:"type",params:{type: "string"}}];
return false;
}
var valid6 = _errs34 === errors;
if(!valid6){
break;
}
}
}
else {
validate67.errors = [{instancePath:instancePath+"/missing_cases",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs32 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.triggering !== undefined){
let data15 = data.triggering;
const _errs36 = errors;
if((!(data15 && typeof data15 == "object" && !Array.isArray(data15))) && (data15 !== null)){
validate67.errors = [{instancePath:instancePath+"/triggering",keyword:"type",params:{type: schema80.properties.triggering.type}}];
return false;
}
if(errors === _errs36){
if(data15 && typeof data15 == "object" && !Array.isArray(data15)){
let missing1;
if(((data15.should_match === undefined) && (missing1 = "should_match")) || ((data15.should_not_match === undefined) && (missing1 = "should_not_match"))){
validate67.errors = [{instancePath:instancePath+"/triggering",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data15.should_match !== undefined){
let data16 = data15.should_match;
const _errs38 = errors;
if(errors === _errs38){
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
let missing2;
if(((data16.hits === undefined) && (missing2 = "hits")) || ((data16.total === undefined) && (missing2 = "total"))){
validate67.errors = [{instancePath:instancePath+"/triggering/should_match",keyword:"required",params:{missingProperty: missing2}}];
return false;
}
else {
if(data16.hits !== undefined){
let data17 = data16.hits;
const _errs40 = errors;
const _errs41 = errors;
if(!(((typeof data17 == "number") && (!(data17 % 1) && !isNaN(data17))) && (isFinite(data17)))){
validate67.errors = [{instancePath:instancePath+"/triggering/should_match/hits",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs41){
if((typeof data17 == "number") && (isFinite(data17))){
if(data17 > 9007199254740991 || isNaN(data17)){
validate67.errors = [{instancePath:instancePath+"/triggering/should_match/hits",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data17 < 0 || isNaN(data17)){
validate67.errors = [{instancePath:instancePath+"/triggering/should_match/hits",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid8 = _errs40 === errors;
}
else {
var valid8 = true;
}
if(valid8){
if(data16.total !== undefined){
let data18 = data16.total;
const _errs43 = errors;
const _errs44 = errors;
if(!(((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18))) && (isFinite(data18)))){
validate67.errors = [{instancePath:instancePath+"/triggering/should_match/total",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs44){
if((typeof data18 == "number") && (isFinite(data18))){
if(data18 > 9007199254740991 || isNaN(data18)){
validate67.errors = [{instancePath:instancePath+"/triggering/should_match/total",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data18 < 0 || isNaN(data18)){
validate67.errors = [{instancePath:instancePath+"/triggering/should_match/total",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid8 = _errs43 === errors;
}
else {
var valid8 = true;
}
}
}
}
else {
validate67.errors = [{instancePath:instancePath+"/triggering/should_match",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid7 = _errs38 === errors;
}
else {
var valid7 = true;
}
if(valid7){
if(data15.should_not_match !== undefined){
let data19 = data15.should_not_match;
const _errs46 = errors;
if(errors === _errs46){
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
let missing3;
if(((data19.false_alarms === undefined) && (missing3 = "false_alarms")) || ((data19.total === undefined) && (missing3 = "total"))){
validate67.errors = [{instancePath:instancePath+"/triggering/should_not_match",keyword:"required",params:{missingProperty: missing3}}];
return false;
}
else {
if(data19.false_alarms !== undefined){
let data20 = data19.false_alarms;
const _errs48 = errors;
const _errs49 = errors;
if(!(((typeof data20 == "number") && (!(data20 % 1) && !isNaN(data20))) && (isFinite(data20)))){
validate67.errors = [{instancePath:instancePath+"/triggering/should_not_match/false_alarms",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs49){
if((typeof data20 == "number") && (isFinite(data20))){
if(data20 > 9007199254740991 || isNaN(data20)){
validate67.errors = [{instancePath:instancePath+"/triggering/should_not_match/false_alarms",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data20 < 0 || isNaN(data20)){
validate67.errors = [{instancePath:instancePath+"/triggering/should_not_match/false_alarms",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid11 = _errs48 === errors;
}
else {
var valid11 = true;
}
if(valid11){
if(data19.total !== undefined){
let data21 = data19.total;
const _errs51 = errors;
const _errs52 = errors;
if(!(((typeof data21 == "number") && (!(data21 % 1) && !isNaN(data21))) && (isFinite(data21)))){
validate67.errors = [{instancePath:instancePath+"/triggering/should_not_match/total",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs52){
if((typeof data21 == "number") && (isFinite(data21))){
if(data21 > 9007199254740991 || isNaN(data21)){
validate67.errors = [{instancePath:instancePath+"/triggering/should_not_match/total",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data21 < 0 || isNaN(data21)){
validate67.errors = [{instancePath:instancePath+"/triggering/should_not_match/total",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid11 = _errs51 === errors;
}
else {
var valid11 = true;
}
}
}
}
else {
validate67.errors = [{instancePath:instancePath+"/triggering/should_not_match",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid7 = _errs46 === errors;
}
else {
var valid7 = true;
}
}
}
}
}
var valid0 = _errs36 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cases !== undefined){
let data22 = data.cases;
const _errs54 = errors;
if(errors === _errs54){
if(Array.isArray(data22)){
var valid14 = true;
const len3 = data22.length;
for(let i3=0; i3<len3; i3++){
const _errs56 = errors;
if(!(validate69(data22[i3], {instancePath:instancePath+"/cases/" + i3,parentData:data22,parentDataProperty:i3,rootData}))){
vErrors = vErrors === null ? validate69.errors : vErrors.concat(validate69.errors);
errors = vErrors.length;
}
var valid14 = _errs56 === errors;
if(!valid14){
break;
}
}
}
else {
validate67.errors = [{instancePath:instancePath+"/cases",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs54 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.looked !== undefined){
let data24 = data.looked;
const _errs57 = errors;
if(!(((typeof data24 == "number") && (!(data24 % 1) && !isNaN(data24))) && (isFinite(data24)))){
validate67.errors = [{instancePath:instancePath+"/looked",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs57){
if((typeof data24 == "number") && (isFinite(data24))){
if(data24 < 1 || isNaN(data24)){
validate67.errors = [{instancePath:instancePath+"/looked",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
var valid0 = _errs57 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.waits_for !== undefined){
let data25 = data.waits_for;
const _errs59 = errors;
if(!(((typeof data25 == "number") && (!(data25 % 1) && !isNaN(data25))) && (isFinite(data25)))){
validate67.errors = [{instancePath:instancePath+"/waits_for",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs59){
if((typeof data25 == "number") && (isFinite(data25))){
if(data25 < 1 || isNaN(data25)){
validate67.errors = [{instancePath:instancePath+"/waits_for",keyword:"minimum",params:{comparison: ">=", limit: 1}}];
return false;
}
}
}
var valid0 = _errs59 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.datasets !== undefined){
let data26 = data.datasets;
const _errs61 = errors;
if(errors === _errs61){
if(Array.isArray(data26)){
var valid15 = true;
const len4 = data26.length;
for(let i4=0; i4<len4; i4++){
let data27 = data26[i4];
const _errs63 = errors;
if(errors === _errs63){
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
let missing4;
if((((((data27.case === undefined) && (missing4 = "case")) || ((data27.items === undefined) && (missing4 = "items"))) || ((data27.asked === undefined) && (missing4 = "asked"))) || ((data27.digest === undefined) && (missing4 = "digest"))) || ((data27.claim === undefined) && (missing4 = "claim"))){
validate67.errors = [{instancePath:instancePath+"/datasets/" + i4,keyword:"required",params:{missingProperty: missing4}}];
return false;
}
else {
if(data27.case !== undefined){
const _errs65 = errors;
if(typeof data27.case !== "string"){
validate67.errors = [{instancePath:instancePath+"/datasets/" + i4+"/case",keyword:"type",params:{type: "string"}}];
return false;
}
var valid16 = _errs65 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data27.items !== undefined){
let data29 = data27.items;
const _errs67 = errors;
const _errs68 = errors;
if(!(((typeof data29 == "number") && (!(data29 % 1) && !isNaN(data29))) && (isFinite(data29)))){
validate67.errors = [{instancePath:instancePath+"/datasets/" + i4+"/items",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs68){
if((typeof data29 == "number") && (isFinite(data29))){
if(data29 > 9007199254740991 || isNaN(data29)){
validate67.errors = [{instancePath:instancePath+"/datasets/" + i4+"/items",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data29 < 0 || isNaN(data29)){
validate67.errors = [{instancePath:instancePath+"/datasets/" + i4+"/items",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid16 = _errs67 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data27.asked !== undefined){
let data30 = data27.asked;
const _errs70 = errors;
const _errs71 = errors;
if(!(((typeof data30 == "number") && (!(data30 % 1) && !isNaN(data30))) && (isFinite(data30)))){
validate67.errors = [{instancePath:instancePath+"/datasets/" + i4+"/asked",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs71){
if((typeof data30 == "number") && (isFinite(data30))){
if(data30 > 9007199254740991 || isNaN(data30)){
validate67.errors = [{instancePath:instancePath+"/datasets/" + i4+"/asked",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data30 < 0 || isNaN(data30)){
validate67.errors = [{instancePath:instancePath+"/datasets/" + i4+"/asked",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid16 = _errs70 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data27.digest !== undefined){
const _errs73 = errors;
if(typeof data27.digest !== "string"){
validate67.errors = [{instancePath:instancePath+"/datasets/" + i4+"/digest",keyword:"type",params:{type: "string"}}];
return false;
}
var valid16 = _errs73 === errors;
}
else {
var valid16 = true;
}
if(valid16){
if(data27.claim !== undefined){
let data32 = data27.claim;
const _errs75 = errors;
if(typeof data32 !== "string"){
validate67.errors = [{instancePath:instancePath+"/datasets/" + i4+"/claim",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((data32 === "population") || (data32 === "file"))){
validate67.errors = [{instancePath:instancePath+"/datasets/" + i4+"/claim",keyword:"enum",params:{allowedValues: schema80.properties.datasets.items.properties.claim.enum}}];
return false;
}
var valid16 = _errs75 === errors;
}
else {
var valid16 = true;
}
}
}
}
}
}
}
else {
validate67.errors = [{instancePath:instancePath+"/datasets/" + i4,keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid15 = _errs63 === errors;
if(!valid15){
break;
}
}
}
else {
validate67.errors = [{instancePath:instancePath+"/datasets",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs61 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.evidence !== undefined){
let data33 = data.evidence;
const _errs77 = errors;
if(errors === _errs77){
if(data33 && typeof data33 == "object" && !Array.isArray(data33)){
let missing5;
if(((((((data33.prompt === undefined) && (missing5 = "prompt")) || ((data33.cases === undefined) && (missing5 = "cases"))) || ((data33.judge === undefined) && (missing5 = "judge"))) || ((data33.models === undefined) && (missing5 = "models"))) || ((data33.synthetic === undefined) && (missing5 = "synthetic"))) || ((data33.oldest_reply === undefined) && (missing5 = "oldest_reply"))){
validate67.errors = [{instancePath:instancePath+"/evidence",keyword:"required",params:{missingProperty: missing5}}];
return false;
}
else {
if(data33.prompt !== undefined){
const _errs79 = errors;
if(typeof data33.prompt !== "string"){
validate67.errors = [{instancePath:instancePath+"/evidence/prompt",keyword:"type",params:{type: "string"}}];
return false;
}
var valid19 = _errs79 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data33.cases !== undefined){
const _errs81 = errors;
if(typeof data33.cases !== "string"){
validate67.errors = [{instancePath:instancePath+"/evidence/cases",keyword:"type",params:{type: "string"}}];
return false;
}
var valid19 = _errs81 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data33.judge !== undefined){
const _errs83 = errors;
if(typeof data33.judge !== "string"){
validate67.errors = [{instancePath:instancePath+"/evidence/judge",keyword:"type",params:{type: "string"}}];
return false;
}
var valid19 = _errs83 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data33.models !== undefined){
const _errs85 = errors;
if(typeof data33.models !== "string"){
validate67.errors = [{instancePath:instancePath+"/evidence/models",keyword:"type",params:{type: "string"}}];
return false;
}
var valid19 = _errs85 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data33.synthetic !== undefined){
const _errs87 = errors;
if(typeof data33.synthetic !== "boolean"){
validate67.errors = [{instancePath:instancePath+"/evidence/synthetic",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid19 = _errs87 === errors;
}
else {
var valid19 = true;
}
if(valid19){
if(data33.oldest_reply !== undefined){
let data39 = data33.oldest_reply;
const _errs89 = errors;
if((typeof data39 !== "string") && (data39 !== null)){
validate67.errors = [{instancePath:instancePath+"/evidence/oldest_reply",keyword:"type",params:{type: schema80.properties.evidence.properties.oldest_reply.type}}];
return false;
}
var valid19 = _errs89 === errors;
}
else {
var valid19 = true;
}
}
}
}
}
}
}
}
else {
validate67.errors = [{instancePath:instancePath+"/evidence",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs77 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.replies !== undefined){
const _errs91 = errors;
if(!(validate93(data.replies, {instancePath:instancePath+"/replies",parentData:data,parentDataProperty:"replies",rootData}))){
vErrors = vErrors === null ? validate93.errors : vErrors.concat(validate93.errors);
errors = vErrors.length;
}
var valid0 = _errs91 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.variant !== undefined){
const _errs92 = errors;
if(typeof data.variant !== "string"){
validate67.errors = [{instancePath:instancePath+"/variant",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs92 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.group !== undefined){
const _errs94 = errors;
if(typeof data.group !== "string"){
validate67.errors = [{instancePath:instancePath+"/group",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs94 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.override !== undefined){
const _errs96 = errors;
if(true !== data.override){
validate67.errors = [{instancePath:instancePath+"/override",keyword:"const",params:{allowedValue: true}}];
return false;
}
var valid0 = _errs96 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cases_of !== undefined){
const _errs97 = errors;
if(typeof data.cases_of !== "string"){
validate67.errors = [{instancePath:instancePath+"/cases_of",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs97 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.try !== undefined){
let data45 = data.try;
const _errs99 = errors;
const _errs100 = errors;
if(!(((typeof data45 == "number") && (!(data45 % 1) && !isNaN(data45))) && (isFinite(data45)))){
validate67.errors = [{instancePath:instancePath+"/try",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs100){
if((typeof data45 == "number") && (isFinite(data45))){
if(data45 > 9007199254740991 || isNaN(data45)){
validate67.errors = [{instancePath:instancePath+"/try",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data45 < 0 || isNaN(data45)){
validate67.errors = [{instancePath:instancePath+"/try",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs99 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.shards !== undefined){
const _errs102 = errors;
if(!(validate95(data.shards, {instancePath:instancePath+"/shards",parentData:data,parentDataProperty:"shards",rootData}))){
vErrors = vErrors === null ? validate95.errors : vErrors.concat(validate95.errors);
errors = vErrors.length;
}
var valid0 = _errs102 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.sources !== undefined){
const _errs103 = errors;
if(!(validate104(data.sources, {instancePath:instancePath+"/sources",parentData:data,parentDataProperty:"sources",rootData}))){
vErrors = vErrors === null ? validate104.errors : vErrors.concat(validate104.errors);
errors = vErrors.length;
}
var valid0 = _errs103 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.usage !== undefined){
let data48 = data.usage;
const _errs104 = errors;
if(errors === _errs104){
if(data48 && typeof data48 == "object" && !Array.isArray(data48)){
let missing6;
if(((((data48.replies === undefined) && (missing6 = "replies")) || ((data48.input_tokens === undefined) && (missing6 = "input_tokens"))) || ((data48.output_tokens === undefined) && (missing6 = "output_tokens"))) || ((data48.unmetered_replies === undefined) && (missing6 = "unmetered_replies"))){
validate67.errors = [{instancePath:instancePath+"/usage",keyword:"required",params:{missingProperty: missing6}}];
return false;
}
else {
if(data48.replies !== undefined){
let data49 = data48.replies;
const _errs106 = errors;
const _errs107 = errors;
if(!(((typeof data49 == "number") && (!(data49 % 1) && !isNaN(data49))) && (isFinite(data49)))){
validate67.errors = [{instancePath:instancePath+"/usage/replies",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs107){
if((typeof data49 == "number") && (isFinite(data49))){
if(data49 > 9007199254740991 || isNaN(data49)){
validate67.errors = [{instancePath:instancePath+"/usage/replies",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data49 < 0 || isNaN(data49)){
validate67.errors = [{instancePath:instancePath+"/usage/replies",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid21 = _errs106 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data48.input_tokens !== undefined){
let data50 = data48.input_tokens;
const _errs109 = errors;
const _errs110 = errors;
if(!(((typeof data50 == "number") && (!(data50 % 1) && !isNaN(data50))) && (isFinite(data50)))){
validate67.errors = [{instancePath:instancePath+"/usage/input_tokens",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs110){
if((typeof data50 == "number") && (isFinite(data50))){
if(data50 > 9007199254740991 || isNaN(data50)){
validate67.errors = [{instancePath:instancePath+"/usage/input_tokens",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data50 < 0 || isNaN(data50)){
validate67.errors = [{instancePath:instancePath+"/usage/input_tokens",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid21 = _errs109 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data48.output_tokens !== undefined){
let data51 = data48.output_tokens;
const _errs112 = errors;
const _errs113 = errors;
if(!(((typeof data51 == "number") && (!(data51 % 1) && !isNaN(data51))) && (isFinite(data51)))){
validate67.errors = [{instancePath:instancePath+"/usage/output_tokens",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs113){
if((typeof data51 == "number") && (isFinite(data51))){
if(data51 > 9007199254740991 || isNaN(data51)){
validate67.errors = [{instancePath:instancePath+"/usage/output_tokens",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data51 < 0 || isNaN(data51)){
validate67.errors = [{instancePath:instancePath+"/usage/output_tokens",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid21 = _errs112 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data48.unmetered_replies !== undefined){
let data52 = data48.unmetered_replies;
const _errs115 = errors;
const _errs116 = errors;
if(!(((typeof data52 == "number") && (!(data52 % 1) && !isNaN(data52))) && (isFinite(data52)))){
validate67.errors = [{instancePath:instancePath+"/usage/unmetered_replies",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs116){
if((typeof data52 == "number") && (isFinite(data52))){
if(data52 > 9007199254740991 || isNaN(data52)){
validate67.errors = [{instancePath:instancePath+"/usage/unmetered_replies",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data52 < 0 || isNaN(data52)){
validate67.errors = [{instancePath:instancePath+"/usage/unmetered_replies",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid21 = _errs115 === errors;
}
else {
var valid21 = true;
}
if(valid21){
if(data48.batch_replies !== undefined){
let data53 = data48.batch_replies;
const _errs118 = errors;
const _errs119 = errors;
if(!(((typeof data53 == "number") && (!(data53 % 1) && !isNaN(data53))) && (isFinite(data53)))){
validate67.errors = [{instancePath:instancePath+"/usage/batch_replies",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs119){
if((typeof data53 == "number") && (isFinite(data53))){
if(data53 > 9007199254740991 || isNaN(data53)){
validate67.errors = [{instancePath:instancePath+"/usage/batch_replies",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data53 < 0 || isNaN(data53)){
validate67.errors = [{instancePath:instancePath+"/usage/batch_replies",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid21 = _errs118 === errors;
}
else {
var valid21 = true;
}
}
}
}
}
}
}
else {
validate67.errors = [{instancePath:instancePath+"/usage",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs104 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.cost_usd !== undefined){
let data54 = data.cost_usd;
const _errs121 = errors;
if((!((typeof data54 == "number") && (isFinite(data54)))) && (data54 !== null)){
validate67.errors = [{instancePath:instancePath+"/cost_usd",keyword:"type",params:{type: schema80.properties.cost_usd.type}}];
return false;
}
var valid0 = _errs121 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.duration_s !== undefined){
let data55 = data.duration_s;
const _errs123 = errors;
if(!((typeof data55 == "number") && (isFinite(data55)))){
validate67.errors = [{instancePath:instancePath+"/duration_s",keyword:"type",params:{type: "number"}}];
return false;
}
var valid0 = _errs123 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.eva_version !== undefined){
const _errs125 = errors;
if(typeof data.eva_version !== "string"){
validate67.errors = [{instancePath:instancePath+"/eva_version",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs125 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.compare !== undefined){
let data57 = data.compare;
const _errs127 = errors;
const _errs128 = errors;
if(errors === _errs128){
if(data57 && typeof data57 == "object" && !Array.isArray(data57)){
let missing7;
if((((((((((data57.comparison === undefined) && (missing7 = "comparison")) || ((data57.side === undefined) && (missing7 = "side"))) || ((data57.against === undefined) && (missing7 = "against"))) || ((data57.label === undefined) && (missing7 = "label"))) || ((data57.kind === undefined) && (missing7 = "kind"))) || ((data57.id === undefined) && (missing7 = "id"))) || ((data57.margin === undefined) && (missing7 = "margin"))) || ((data57.alpha === undefined) && (missing7 = "alpha"))) || ((data57.from_run === undefined) && (missing7 = "from_run"))){
validate67.errors = [{instancePath:instancePath+"/compare",keyword:"required",params:{missingProperty: missing7}}];
return false;
}
else {
if(data57.comparison !== undefined){
const _errs130 = errors;
if(typeof data57.comparison !== "string"){
validate67.errors = [{instancePath:instancePath+"/compare/comparison",keyword:"type",params:{type: "string"}}];
return false;
}
var valid28 = _errs130 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data57.side !== undefined){
let data59 = data57.side;
const _errs132 = errors;
if(typeof data59 !== "string"){
validate67.errors = [{instancePath:instancePath+"/compare/side",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((data59 === "a") || (data59 === "b"))){
validate67.errors = [{instancePath:instancePath+"/compare/side",keyword:"enum",params:{allowedValues: schema67.properties.side.enum}}];
return false;
}
var valid28 = _errs132 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data57.against !== undefined){
const _errs134 = errors;
if(typeof data57.against !== "string"){
validate67.errors = [{instancePath:instancePath+"/compare/against",keyword:"type",params:{type: "string"}}];
return false;
}
var valid28 = _errs134 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data57.label !== undefined){
const _errs136 = errors;
if(typeof data57.label !== "string"){
validate67.errors = [{instancePath:instancePath+"/compare/label",keyword:"type",params:{type: "string"}}];
return false;
}
var valid28 = _errs136 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data57.kind !== undefined){
let data62 = data57.kind;
const _errs138 = errors;
if(typeof data62 !== "string"){
validate67.errors = [{instancePath:instancePath+"/compare/kind",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((((((data62 === "tree") || (data62 === "ref")) || (data62 === "ready")) || (data62 === "model")) || (data62 === "prompt")) || (data62 === "run"))){
validate67.errors = [{instancePath:instancePath+"/compare/kind",keyword:"enum",params:{allowedValues: schema67.properties.kind.enum}}];
return false;
}
var valid28 = _errs138 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data57.id !== undefined){
const _errs140 = errors;
if(typeof data57.id !== "string"){
validate67.errors = [{instancePath:instancePath+"/compare/id",keyword:"type",params:{type: "string"}}];
return false;
}
var valid28 = _errs140 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data57.ref !== undefined){
const _errs142 = errors;
if(typeof data57.ref !== "string"){
validate67.errors = [{instancePath:instancePath+"/compare/ref",keyword:"type",params:{type: "string"}}];
return false;
}
var valid28 = _errs142 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data57.commit !== undefined){
const _errs144 = errors;
if(typeof data57.commit !== "string"){
validate67.errors = [{instancePath:instancePath+"/compare/commit",keyword:"type",params:{type: "string"}}];
return false;
}
var valid28 = _errs144 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data57.model !== undefined){
const _errs146 = errors;
if(typeof data57.model !== "string"){
validate67.errors = [{instancePath:instancePath+"/compare/model",keyword:"type",params:{type: "string"}}];
return false;
}
var valid28 = _errs146 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data57.margin !== undefined){
let data67 = data57.margin;
const _errs148 = errors;
if(!((typeof data67 == "number") && (isFinite(data67)))){
validate67.errors = [{instancePath:instancePath+"/compare/margin",keyword:"type",params:{type: "number"}}];
return false;
}
var valid28 = _errs148 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data57.alpha !== undefined){
let data68 = data57.alpha;
const _errs150 = errors;
if(!((typeof data68 == "number") && (isFinite(data68)))){
validate67.errors = [{instancePath:instancePath+"/compare/alpha",keyword:"type",params:{type: "number"}}];
return false;
}
var valid28 = _errs150 === errors;
}
else {
var valid28 = true;
}
if(valid28){
if(data57.from_run !== undefined){
let data69 = data57.from_run;
const _errs152 = errors;
if((typeof data69 !== "string") && (data69 !== null)){
validate67.errors = [{instancePath:instancePath+"/compare/from_run",keyword:"type",params:{type: schema67.properties.from_run.type}}];
return false;
}
var valid28 = _errs152 === errors;
}
else {
var valid28 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate67.errors = [{instancePath:instancePath+"/compare",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs127 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.timeouts !== undefined){
let data70 = data.timeouts;
const _errs154 = errors;
if(errors === _errs154){
if(data70 && typeof data70 == "object" && !Array.isArray(data70)){
let missing8;
if((((data70.failed_trials === undefined) && (missing8 = "failed_trials")) || ((data70.asked_again === undefined) && (missing8 = "asked_again"))) || ((data70.opted_out === undefined) && (missing8 = "opted_out"))){
validate67.errors = [{instancePath:instancePath+"/timeouts",keyword:"required",params:{missingProperty: missing8}}];
return false;
}
else {
if(data70.failed_trials !== undefined){
let data71 = data70.failed_trials;
const _errs156 = errors;
const _errs157 = errors;
if(!(((typeof data71 == "number") && (!(data71 % 1) && !isNaN(data71))) && (isFinite(data71)))){
validate67.errors = [{instancePath:instancePath+"/timeouts/failed_trials",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs157){
if((typeof data71 == "number") && (isFinite(data71))){
if(data71 > 9007199254740991 || isNaN(data71)){
validate67.errors = [{instancePath:instancePath+"/timeouts/failed_trials",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data71 < 0 || isNaN(data71)){
validate67.errors = [{instancePath:instancePath+"/timeouts/failed_trials",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid29 = _errs156 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data70.asked_again !== undefined){
let data72 = data70.asked_again;
const _errs159 = errors;
const _errs160 = errors;
if(!(((typeof data72 == "number") && (!(data72 % 1) && !isNaN(data72))) && (isFinite(data72)))){
validate67.errors = [{instancePath:instancePath+"/timeouts/asked_again",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs160){
if((typeof data72 == "number") && (isFinite(data72))){
if(data72 > 9007199254740991 || isNaN(data72)){
validate67.errors = [{instancePath:instancePath+"/timeouts/asked_again",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data72 < 0 || isNaN(data72)){
validate67.errors = [{instancePath:instancePath+"/timeouts/asked_again",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid29 = _errs159 === errors;
}
else {
var valid29 = true;
}
if(valid29){
if(data70.opted_out !== undefined){
let data73 = data70.opted_out;
const _errs162 = errors;
const _errs163 = errors;
if(!(((typeof data73 == "number") && (!(data73 % 1) && !isNaN(data73))) && (isFinite(data73)))){
validate67.errors = [{instancePath:instancePath+"/timeouts/opted_out",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs163){
if((typeof data73 == "number") && (isFinite(data73))){
if(data73 > 9007199254740991 || isNaN(data73)){
validate67.errors = [{instancePath:instancePath+"/timeouts/opted_out",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data73 < 0 || isNaN(data73)){
validate67.errors = [{instancePath:instancePath+"/timeouts/opted_out",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid29 = _errs162 === errors;
}
else {
var valid29 = true;
}
}
}
}
}
else {
validate67.errors = [{instancePath:instancePath+"/timeouts",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs154 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate67.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate67.errors = vErrors;
return errors === 0;
}


const schema189 = {"description":"The part of result.json before its cases.","type":"object","required":["run_id","id","state","shard"],"properties":{"run_id":{"type":"string"},"id":{"type":"string"},"state":{"type":"string","enum":["finished","unfinished"]},"shard":{"if":{"type":"null"},"else":{"$ref":"#/$defs/shard"}},"replies":{"$ref":"#/$defs/replies"},"ts":{"type":"string"},"partial":{"type":"boolean"},"total":{"type":"integer"},"looked":{"type":"integer"},"waits_for":{"type":"integer"},"compare":{"$ref":"#/$defs/compareFacts"},"all_passed":{"type":"boolean"},"evidence":{"type":"object","required":["prompt","cases","judge","models"],"properties":{"prompt":{"type":"string"},"cases":{"type":"string"},"judge":{"type":"string"},"models":{"type":"string"},"synthetic":{"type":"boolean"}}}}};

function validate109(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((((data.run_id === undefined) && (missing0 = "run_id")) || ((data.id === undefined) && (missing0 = "id"))) || ((data.state === undefined) && (missing0 = "state"))) || ((data.shard === undefined) && (missing0 = "shard"))){
validate109.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.run_id !== undefined){
const _errs1 = errors;
if(typeof data.run_id !== "string"){
validate109.errors = [{instancePath:instancePath+"/run_id",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.id !== undefined){
const _errs3 = errors;
if(typeof data.id !== "string"){
validate109.errors = [{instancePath:instancePath+"/id",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.state !== undefined){
let data2 = data.state;
const _errs5 = errors;
if(typeof data2 !== "string"){
validate109.errors = [{instancePath:instancePath+"/state",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((data2 === "finished") || (data2 === "unfinished"))){
validate109.errors = [{instancePath:instancePath+"/state",keyword:"enum",params:{allowedValues: schema189.properties.state.enum}}];
return false;
}
var valid0 = _errs5 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.shard !== undefined){
let data3 = data.shard;
const _errs7 = errors;
const _errs8 = errors;
let valid1 = true;
const _errs9 = errors;
if(data3 !== null){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs9 === errors;
errors = _errs8;
if(vErrors !== null){
if(_errs8){
vErrors.length = _errs8;
}
else {
vErrors = null;
}
}
if(!_valid0){
const _errs11 = errors;
if(!(validate64(data3, {instancePath:instancePath+"/shard",parentData:data,parentDataProperty:"shard",rootData}))){
vErrors = vErrors === null ? validate64.errors : vErrors.concat(validate64.errors);
errors = vErrors.length;
}
var _valid0 = _errs11 === errors;
valid1 = _valid0;
}
if(!valid1){
const err1 = {instancePath:instancePath+"/shard",keyword:"if",params:{failingKeyword: "else"}};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
validate109.errors = vErrors;
return false;
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.replies !== undefined){
const _errs12 = errors;
if(!(validate93(data.replies, {instancePath:instancePath+"/replies",parentData:data,parentDataProperty:"replies",rootData}))){
vErrors = vErrors === null ? validate93.errors : vErrors.concat(validate93.errors);
errors = vErrors.length;
}
var valid0 = _errs12 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.ts !== undefined){
const _errs13 = errors;
if(typeof data.ts !== "string"){
validate109.errors = [{instancePath:instancePath+"/ts",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs13 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.partial !== undefined){
const _errs15 = errors;
if(typeof data.partial !== "boolean"){
validate109.errors = [{instancePath:instancePath+"/partial",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid0 = _errs15 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.total !== undefined){
let data7 = data.total;
const _errs17 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate109.errors = [{instancePath:instancePath+"/total",keyword:"type",params:{type: "integer"}}];
return false;
}
var valid0 = _errs17 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.looked !== undefined){
let data8 = data.looked;
const _errs19 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
validate109.errors = [{instancePath:instancePath+"/looked",keyword:"type",params:{type: "integer"}}];
return false;
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.waits_for !== undefined){
let data9 = data.waits_for;
const _errs21 = errors;
if(!(((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9))) && (isFinite(data9)))){
validate109.errors = [{instancePath:instancePath+"/waits_for",keyword:"type",params:{type: "integer"}}];
return false;
}
var valid0 = _errs21 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.compare !== undefined){
let data10 = data.compare;
const _errs23 = errors;
const _errs24 = errors;
if(errors === _errs24){
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
let missing1;
if((((((((((data10.comparison === undefined) && (missing1 = "comparison")) || ((data10.side === undefined) && (missing1 = "side"))) || ((data10.against === undefined) && (missing1 = "against"))) || ((data10.label === undefined) && (missing1 = "label"))) || ((data10.kind === undefined) && (missing1 = "kind"))) || ((data10.id === undefined) && (missing1 = "id"))) || ((data10.margin === undefined) && (missing1 = "margin"))) || ((data10.alpha === undefined) && (missing1 = "alpha"))) || ((data10.from_run === undefined) && (missing1 = "from_run"))){
validate109.errors = [{instancePath:instancePath+"/compare",keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data10.comparison !== undefined){
const _errs26 = errors;
if(typeof data10.comparison !== "string"){
validate109.errors = [{instancePath:instancePath+"/compare/comparison",keyword:"type",params:{type: "string"}}];
return false;
}
var valid3 = _errs26 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data10.side !== undefined){
let data12 = data10.side;
const _errs28 = errors;
if(typeof data12 !== "string"){
validate109.errors = [{instancePath:instancePath+"/compare/side",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((data12 === "a") || (data12 === "b"))){
validate109.errors = [{instancePath:instancePath+"/compare/side",keyword:"enum",params:{allowedValues: schema67.properties.side.enum}}];
return false;
}
var valid3 = _errs28 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data10.against !== undefined){
const _errs30 = errors;
if(typeof data10.against !== "string"){
validate109.errors = [{instancePath:instancePath+"/compare/against",keyword:"type",params:{type: "string"}}];
return false;
}
var valid3 = _errs30 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data10.label !== undefined){
const _errs32 = errors;
if(typeof data10.label !== "string"){
validate109.errors = [{instancePath:instancePath+"/compare/label",keyword:"type",params:{type: "string"}}];
return false;
}
var valid3 = _errs32 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data10.kind !== undefined){
let data15 = data10.kind;
const _errs34 = errors;
if(typeof data15 !== "string"){
validate109.errors = [{instancePath:instancePath+"/compare/kind",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((((((data15 === "tree") || (data15 === "ref")) || (data15 === "ready")) || (data15 === "model")) || (data15 === "prompt")) || (data15 === "run"))){
validate109.errors = [{instancePath:instancePath+"/compare/kind",keyword:"enum",params:{allowedValues: schema67.properties.kind.enum}}];
return false;
}
var valid3 = _errs34 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data10.id !== undefined){
const _errs36 = errors;
if(typeof data10.id !== "string"){
validate109.errors = [{instancePath:instancePath+"/compare/id",keyword:"type",params:{type: "string"}}];
return false;
}
var valid3 = _errs36 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data10.ref !== undefined){
const _errs38 = errors;
if(typeof data10.ref !== "string"){
validate109.errors = [{instancePath:instancePath+"/compare/ref",keyword:"type",params:{type: "string"}}];
return false;
}
var valid3 = _errs38 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data10.commit !== undefined){
const _errs40 = errors;
if(typeof data10.commit !== "string"){
validate109.errors = [{instancePath:instancePath+"/compare/commit",keyword:"type",params:{type: "string"}}];
return false;
}
var valid3 = _errs40 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data10.model !== undefined){
const _errs42 = errors;
if(typeof data10.model !== "string"){
validate109.errors = [{instancePath:instancePath+"/compare/model",keyword:"type",params:{type: "string"}}];
return false;
}
var valid3 = _errs42 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data10.margin !== undefined){
let data20 = data10.margin;
const _errs44 = errors;
if(!((typeof data20 == "number") && (isFinite(data20)))){
validate109.errors = [{instancePath:instancePath+"/compare/margin",keyword:"type",params:{type: "number"}}];
return false;
}
var valid3 = _errs44 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data10.alpha !== undefined){
let data21 = data10.alpha;
const _errs46 = errors;
if(!((typeof data21 == "number") && (isFinite(data21)))){
validate109.errors = [{instancePath:instancePath+"/compare/alpha",keyword:"type",params:{type: "number"}}];
return false;
}
var valid3 = _errs46 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data10.from_run !== undefined){
let data22 = data10.from_run;
const _errs48 = errors;
if((typeof data22 !== "string") && (data22 !== null)){
validate109.errors = [{instancePath:instancePath+"/compare/from_run",keyword:"type",params:{type: schema67.properties.from_run.type}}];
return false;
}
var valid3 = _errs48 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate109.errors = [{instancePath:instancePath+"/compare",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs23 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.all_passed !== undefined){
const _errs50 = errors;
if(typeof data.all_passed !== "boolean"){
validate109.errors = [{instancePath:instancePath+"/all_passed",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid0 = _errs50 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.evidence !== undefined){
let data24 = data.evidence;
const _errs52 = errors;
if(errors === _errs52){
if(data24 && typeof data24 == "object" && !Array.isArray(data24)){
let missing2;
if(((((data24.prompt === undefined) && (missing2 = "prompt")) || ((data24.cases === undefined) && (missing2 = "cases"))) || ((data24.judge === undefined) && (missing2 = "judge"))) || ((data24.models === undefined) && (missing2 = "models"))){
validate109.errors = [{instancePath:instancePath+"/evidence",keyword:"required",params:{missingProperty: missing2}}];
return false;
}
else {
if(data24.prompt !== undefined){
const _errs54 = errors;
if(typeof data24.prompt !== "string"){
validate109.errors = [{instancePath:instancePath+"/evidence/prompt",keyword:"type",params:{type: "string"}}];
return false;
}
var valid4 = _errs54 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data24.cases !== undefined){
const _errs56 = errors;
if(typeof data24.cases !== "string"){
validate109.errors = [{instancePath:instancePath+"/evidence/cases",keyword:"type",params:{type: "string"}}];
return false;
}
var valid4 = _errs56 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data24.judge !== undefined){
const _errs58 = errors;
if(typeof data24.judge !== "string"){
validate109.errors = [{instancePath:instancePath+"/evidence/judge",keyword:"type",params:{type: "string"}}];
return false;
}
var valid4 = _errs58 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data24.models !== undefined){
const _errs60 = errors;
if(typeof data24.models !== "string"){
validate109.errors = [{instancePath:instancePath+"/evidence/models",keyword:"type",params:{type: "string"}}];
return false;
}
var valid4 = _errs60 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data24.synthetic !== undefined){
const _errs62 = errors;
if(typeof data24.synthetic !== "boolean"){
validate109.errors = [{instancePath:instancePath+"/evidence/synthetic",keyword:"type",params:{type: "boolean"}}];
return false;
}
var valid4 = _errs62 === errors;
}
else {
var valid4 = true;
}
}
}
}
}
}
}
else {
validate109.errors = [{instancePath:instancePath+"/evidence",keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid0 = _errs52 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate109.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate109.errors = vErrors;
return errors === 0;
}


const schema191 = {"description":"A line of trials.jsonl: a trial with its scores.","type":"object","required":["case","trial","scores"],"properties":{"case":{"type":"string"},"trial":{"$ref":"#/$defs/trial"},"scores":{"type":"array","items":{"$ref":"#/$defs/score"}}}};

function validate112(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.case === undefined) && (missing0 = "case")) || ((data.trial === undefined) && (missing0 = "trial"))) || ((data.scores === undefined) && (missing0 = "scores"))){
validate112.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.case !== undefined){
const _errs1 = errors;
if(typeof data.case !== "string"){
validate112.errors = [{instancePath:instancePath+"/case",keyword:"type",params:{type: "string"}}];
return false;
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.trial !== undefined){
const _errs3 = errors;
if(!(validate74(data.trial, {instancePath:instancePath+"/trial",parentData:data,parentDataProperty:"trial",rootData}))){
vErrors = vErrors === null ? validate74.errors : vErrors.concat(validate74.errors);
errors = vErrors.length;
}
var valid0 = _errs3 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.scores !== undefined){
let data2 = data.scores;
const _errs4 = errors;
if(errors === _errs4){
if(Array.isArray(data2)){
var valid1 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
const _errs6 = errors;
if(!(validate78(data2[i0], {instancePath:instancePath+"/scores/" + i0,parentData:data2,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? validate78.errors : vErrors.concat(validate78.errors);
errors = vErrors.length;
}
var valid1 = _errs6 === errors;
if(!valid1){
break;
}
}
}
else {
validate112.errors = [{instancePath:instancePath+"/scores",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate112.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate112.errors = vErrors;
return errors === 0;
}



function validate115(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((data.of === undefined) && (missing0 = "of")) || ((data.collected === undefined) && (missing0 = "collected"))) || ((data.repeated === undefined) && (missing0 = "repeated"))){
validate115.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.of !== undefined){
let data0 = data.of;
const _errs1 = errors;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate115.errors = [{instancePath:instancePath+"/of",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 > 9007199254740991 || isNaN(data0)){
validate115.errors = [{instancePath:instancePath+"/of",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data0 < 0 || isNaN(data0)){
validate115.errors = [{instancePath:instancePath+"/of",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.collected !== undefined){
let data1 = data.collected;
const _errs4 = errors;
const _errs5 = errors;
if(!(((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1))) && (isFinite(data1)))){
validate115.errors = [{instancePath:instancePath+"/collected",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs5){
if((typeof data1 == "number") && (isFinite(data1))){
if(data1 > 9007199254740991 || isNaN(data1)){
validate115.errors = [{instancePath:instancePath+"/collected",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data1 < 0 || isNaN(data1)){
validate115.errors = [{instancePath:instancePath+"/collected",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.repeated !== undefined){
let data2 = data.repeated;
const _errs7 = errors;
if(errors === _errs7){
if(Array.isArray(data2)){
var valid3 = true;
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
const _errs9 = errors;
if(errors === _errs9){
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
let missing1;
if(((data3.index === undefined) && (missing1 = "index")) || ((data3.times === undefined) && (missing1 = "times"))){
validate115.errors = [{instancePath:instancePath+"/repeated/" + i0,keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data3.index !== undefined){
let data4 = data3.index;
const _errs11 = errors;
const _errs12 = errors;
if(!(((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4))) && (isFinite(data4)))){
validate115.errors = [{instancePath:instancePath+"/repeated/" + i0+"/index",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs12){
if((typeof data4 == "number") && (isFinite(data4))){
if(data4 > 9007199254740991 || isNaN(data4)){
validate115.errors = [{instancePath:instancePath+"/repeated/" + i0+"/index",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data4 < 0 || isNaN(data4)){
validate115.errors = [{instancePath:instancePath+"/repeated/" + i0+"/index",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid4 = _errs11 === errors;
}
else {
var valid4 = true;
}
if(valid4){
if(data3.times !== undefined){
let data5 = data3.times;
const _errs14 = errors;
const _errs15 = errors;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
validate115.errors = [{instancePath:instancePath+"/repeated/" + i0+"/times",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs15){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 > 9007199254740991 || isNaN(data5)){
validate115.errors = [{instancePath:instancePath+"/repeated/" + i0+"/times",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991}}];
return false;
}
else {
if(data5 < 0 || isNaN(data5)){
validate115.errors = [{instancePath:instancePath+"/repeated/" + i0+"/times",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
}
var valid4 = _errs14 === errors;
}
else {
var valid4 = true;
}
}
}
}
else {
validate115.errors = [{instancePath:instancePath+"/repeated/" + i0,keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid3 = _errs9 === errors;
if(!valid3){
break;
}
}
}
else {
validate115.errors = [{instancePath:instancePath+"/repeated",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs7 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
else {
validate115.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate115.errors = vErrors;
return errors === 0;
}



function validate116(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(errors === 0){
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if((((((data.asked === undefined) && (missing0 = "asked")) || ((data.runs === undefined) && (missing0 = "runs"))) || ((data.more_runs === undefined) && (missing0 = "more_runs"))) || ((data.unnamed === undefined) && (missing0 = "unnamed"))) || ((data.synthetic === undefined) && (missing0 = "synthetic"))){
validate116.errors = [{instancePath,keyword:"required",params:{missingProperty: missing0}}];
return false;
}
else {
if(data.asked !== undefined){
let data0 = data.asked;
const _errs1 = errors;
const _errs2 = errors;
if(!(((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0))) && (isFinite(data0)))){
validate116.errors = [{instancePath:instancePath+"/asked",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs2){
if((typeof data0 == "number") && (isFinite(data0))){
if(data0 < 0 || isNaN(data0)){
validate116.errors = [{instancePath:instancePath+"/asked",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
var valid0 = _errs1 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.runs !== undefined){
let data1 = data.runs;
const _errs4 = errors;
if(errors === _errs4){
if(Array.isArray(data1)){
var valid2 = true;
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
const _errs6 = errors;
if(errors === _errs6){
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
let missing1;
if((((data2.run_id === undefined) && (missing1 = "run_id")) || ((data2.kind === undefined) && (missing1 = "kind"))) || ((data2.replies === undefined) && (missing1 = "replies"))){
validate116.errors = [{instancePath:instancePath+"/runs/" + i0,keyword:"required",params:{missingProperty: missing1}}];
return false;
}
else {
if(data2.run_id !== undefined){
const _errs8 = errors;
if(typeof data2.run_id !== "string"){
validate116.errors = [{instancePath:instancePath+"/runs/" + i0+"/run_id",keyword:"type",params:{type: "string"}}];
return false;
}
var valid3 = _errs8 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.kind !== undefined){
let data4 = data2.kind;
const _errs10 = errors;
if(typeof data4 !== "string"){
validate116.errors = [{instancePath:instancePath+"/runs/" + i0+"/kind",keyword:"type",params:{type: "string"}}];
return false;
}
if(!((((((data4 === "full") || (data4 === "partial")) || (data4 === "shard")) || (data4 === "look")) || (data4 === "compare")) || (data4 === "replay"))){
validate116.errors = [{instancePath:instancePath+"/runs/" + i0+"/kind",keyword:"enum",params:{allowedValues: schema157.enum}}];
return false;
}
var valid3 = _errs10 === errors;
}
else {
var valid3 = true;
}
if(valid3){
if(data2.replies !== undefined){
let data5 = data2.replies;
const _errs13 = errors;
const _errs14 = errors;
if(!(((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5))) && (isFinite(data5)))){
validate116.errors = [{instancePath:instancePath+"/runs/" + i0+"/replies",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs14){
if((typeof data5 == "number") && (isFinite(data5))){
if(data5 < 0 || isNaN(data5)){
validate116.errors = [{instancePath:instancePath+"/runs/" + i0+"/replies",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
var valid3 = _errs13 === errors;
}
else {
var valid3 = true;
}
}
}
}
}
else {
validate116.errors = [{instancePath:instancePath+"/runs/" + i0,keyword:"type",params:{type: "object"}}];
return false;
}
}
var valid2 = _errs6 === errors;
if(!valid2){
break;
}
}
}
else {
validate116.errors = [{instancePath:instancePath+"/runs",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs4 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.more_runs !== undefined){
let data6 = data.more_runs;
const _errs16 = errors;
const _errs17 = errors;
if(!(((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6))) && (isFinite(data6)))){
validate116.errors = [{instancePath:instancePath+"/more_runs",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs17){
if((typeof data6 == "number") && (isFinite(data6))){
if(data6 < 0 || isNaN(data6)){
validate116.errors = [{instancePath:instancePath+"/more_runs",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
var valid0 = _errs16 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.unnamed !== undefined){
let data7 = data.unnamed;
const _errs19 = errors;
const _errs20 = errors;
if(!(((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7))) && (isFinite(data7)))){
validate116.errors = [{instancePath:instancePath+"/unnamed",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs20){
if((typeof data7 == "number") && (isFinite(data7))){
if(data7 < 0 || isNaN(data7)){
validate116.errors = [{instancePath:instancePath+"/unnamed",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
var valid0 = _errs19 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.synthetic !== undefined){
let data8 = data.synthetic;
const _errs22 = errors;
const _errs23 = errors;
if(!(((typeof data8 == "number") && (!(data8 % 1) && !isNaN(data8))) && (isFinite(data8)))){
validate116.errors = [{instancePath:instancePath+"/synthetic",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs23){
if((typeof data8 == "number") && (isFinite(data8))){
if(data8 < 0 || isNaN(data8)){
validate116.errors = [{instancePath:instancePath+"/synthetic",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
var valid0 = _errs22 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.servers !== undefined){
const _errs25 = errors;
if(!(validate99(data.servers, {instancePath:instancePath+"/servers",parentData:data,parentDataProperty:"servers",rootData}))){
vErrors = vErrors === null ? validate99.errors : vErrors.concat(validate99.errors);
errors = vErrors.length;
}
var valid0 = _errs25 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.programs !== undefined){
const _errs26 = errors;
if(!(validate99(data.programs, {instancePath:instancePath+"/programs",parentData:data,parentDataProperty:"programs",rootData}))){
vErrors = vErrors === null ? validate99.errors : vErrors.concat(validate99.errors);
errors = vErrors.length;
}
var valid0 = _errs26 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.applications !== undefined){
const _errs27 = errors;
if(!(validate99(data.applications, {instancePath:instancePath+"/applications",parentData:data,parentDataProperty:"applications",rootData}))){
vErrors = vErrors === null ? validate99.errors : vErrors.concat(validate99.errors);
errors = vErrors.length;
}
var valid0 = _errs27 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.retried !== undefined){
let data12 = data.retried;
const _errs28 = errors;
const _errs29 = errors;
if(!(((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12))) && (isFinite(data12)))){
validate116.errors = [{instancePath:instancePath+"/retried",keyword:"type",params:{type: "integer"}}];
return false;
}
if(errors === _errs29){
if((typeof data12 == "number") && (isFinite(data12))){
if(data12 < 0 || isNaN(data12)){
validate116.errors = [{instancePath:instancePath+"/retried",keyword:"minimum",params:{comparison: ">=", limit: 0}}];
return false;
}
}
}
var valid0 = _errs28 === errors;
}
else {
var valid0 = true;
}
if(valid0){
if(data.variables !== undefined){
let data13 = data.variables;
const _errs31 = errors;
if(errors === _errs31){
if(Array.isArray(data13)){
var valid10 = true;
const len1 = data13.length;
for(let i1=0; i1<len1; i1++){
const _errs33 = errors;
if(typeof data13[i1] !== "string"){
validate116.errors = [{instancePath:instancePath+"/variables/" + i1,keyword:"type",params:{type: "string"}}];
return false;
}
var valid10 = _errs33 === errors;
if(!valid10){
break;
}
}
}
else {
validate116.errors = [{instancePath:instancePath+"/variables",keyword:"type",params:{type: "array"}}];
return false;
}
}
var valid0 = _errs31 === errors;
}
else {
var valid0 = true;
}
}
}
}
}
}
}
}
}
}
}
}
else {
validate116.errors = [{instancePath,keyword:"type",params:{type: "object"}}];
return false;
}
}
validate116.errors = vErrors;
return errors === 0;
}


type Validate = ((value: unknown) => boolean) & { readonly errors?: readonly SchemaError[] | null };

export const storedValidators: Readonly<Record<StoredKind, Validate>> = {
  'plan': validate11,
  'result': validate67,
  'resultHead': validate109,
  'gradedTrial': validate112,
  'mergedShards': validate115,
  'sources': validate116,
};
