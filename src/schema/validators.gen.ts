// @ts-nocheck: its functions are ajv's output
// Written by scripts/generate.js from schemas/. Do not edit: change the schema and run `npm run gen`.

import type { SchemaError } from './schema-error.js';
import type { DocumentKind } from './documents.gen.js';

const characters = (text) => [...text].length;



const schema31 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"meta.schema.json","title":"MetaDocument","description":"meta.yml: name, status and inputs of a prompt. The file and all its keys are optional. You may add keys of your own.","type":"object","additionalProperties":true,"properties":{"id":{"description":"The name of the prompt's folder, and no other name. Default: that name.","type":"string","pattern":"\\S"},"title":{"description":"The prompt's name for people. Default: its id.","type":"string","pattern":"\\S"},"summary":{"description":"One sentence that says what the prompt does.","type":"string","pattern":"\\S"},"status":{"description":"The status of the prompt. `eva promote` changes it. Default: draft.","type":"string","enum":["draft","tested","ready"]},"version":{"description":"The version of the prompt, in your own numbering.","type":["string","number"],"pattern":"\\S"},"created":{"description":"Day of the first version: 2026-01-31.","type":"string","pattern":"\\S"},"updated":{"description":"Day of the last change: 2026-01-31.","type":"string","pattern":"\\S"},"tags":{"description":"Words by which people find the prompt.","$ref":"#/$defs/phrases"},"model":{"description":"Default model of the prompt. eval.yml may override it.","type":"string","pattern":"\\S"},"inputs":{"description":"The variables of the body, each written {{name}} there. Default: all that the body has, each required.","type":"array","items":{"$ref":"#/$defs/input"}},"braces":{"description":"literal: braces of other template languages in the body are meant as they are, and eva does not warn of them.","type":"string","enum":["literal"]},"description":{"description":"The purpose of the prompt and when to use it. The trigger judge reads it.","type":"string","pattern":"\\S"},"triggers":{"description":"Phrases that should bring a query to this prompt.","$ref":"#/$defs/phrases"},"not_for":{"description":"Requests that the prompt is not for.","$ref":"#/$defs/phrases"},"notes":{"description":"Notes for people. eva ignores them.","tsType":"unknown"},"promotion":{"$ref":"#/$defs/promotion"}},"$defs":{"promotion":{"title":"Promotion","description":"Requirements for the next status. meta.yml overrides eva.yml key by key.","type":"object","additionalProperties":false,"properties":{"min_uses":{"description":"Number of recorded uses that a promotion needs. Default: 0.","type":"integer","minimum":0,"maximum":1000000},"require_eval":{"description":"Whether tested and ready need a passing run on the files as they are. Default: true.","type":"boolean"},"max_age_days":{"description":"Days after which an evaluation is too old for ready. Default: no limit.","type":"number","exclusiveMinimum":0,"maximum":36500},"max_failed_runs":{"description":"Maximum number of earlier attempts on the same files that failed or were stopped, for ready. Default: no limit.","type":"integer","minimum":0,"maximum":1000000},"tries":{"description":"named: promote lists earlier attempts and their cost. corrected: attempt j is decided at significance_level / (j (j + 1)). Default: named.","type":"string","enum":["named","corrected"]},"servers":{"description":"official: for ready, only the providers' own servers may answer in place of a model, no other server and no program. any: all may; promote names them. Default: any.","type":"string","enum":["any","official"]}}},"phrases":{"type":"array","items":{"type":"string","pattern":"\\S"}},"input":{"title":"MetaInput","description":"One variable of the body.","type":"object","additionalProperties":true,"required":["name"],"properties":{"name":{"description":"The name between the braces: letters, digits, _ and -, not beginning with a digit.","type":"string","pattern":"\\S"},"required":{"description":"Whether every case must give a value. Default: true, or false if there is a default.","type":"boolean"},"default":{"description":"The value if a case gives none.","tsType":"unknown"},"description":{"description":"The meaning of the value, for people.","type":"string"}}}}};
const schema32 = {"type":"array","items":{"type":"string","pattern":"\\S"}};
const schema33 = {"title":"MetaInput","description":"One variable of the body.","type":"object","additionalProperties":true,"required":["name"],"properties":{"name":{"description":"The name between the braces: letters, digits, _ and -, not beginning with a digit.","type":"string","pattern":"\\S"},"required":{"description":"Whether every case must give a value. Default: true, or false if there is a default.","type":"boolean"},"default":{"description":"The value if a case gives none.","tsType":"unknown"},"description":{"description":"The meaning of the value, for people.","type":"string"}}};
const schema36 = {"title":"Promotion","description":"Requirements for the next status. meta.yml overrides eva.yml key by key.","type":"object","additionalProperties":false,"properties":{"min_uses":{"description":"Number of recorded uses that a promotion needs. Default: 0.","type":"integer","minimum":0,"maximum":1000000},"require_eval":{"description":"Whether tested and ready need a passing run on the files as they are. Default: true.","type":"boolean"},"max_age_days":{"description":"Days after which an evaluation is too old for ready. Default: no limit.","type":"number","exclusiveMinimum":0,"maximum":36500},"max_failed_runs":{"description":"Maximum number of earlier attempts on the same files that failed or were stopped, for ready. Default: no limit.","type":"integer","minimum":0,"maximum":1000000},"tries":{"description":"named: promote lists earlier attempts and their cost. corrected: attempt j is decided at significance_level / (j (j + 1)). Default: named.","type":"string","enum":["named","corrected"]},"servers":{"description":"official: for ready, only the providers' own servers may answer in place of a model, no other server and no program. any: all may; promote names them. Default: any.","type":"string","enum":["any","official"]}}};
const func0 = Object.prototype.hasOwnProperty;
const pattern4 = new RegExp("\\S", "u");

function validate20(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="meta.schema.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate20.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.id !== undefined && func0.call(data, "id")){
let data0 = data.id;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err0 = {instancePath:instancePath+"/id",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema31.properties.id,data:data0};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
else {
const err1 = {instancePath:instancePath+"/id",keyword:"type",params:{type: "string"},parentSchema:schema31.properties.id,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.title !== undefined && func0.call(data, "title")){
let data1 = data.title;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err2 = {instancePath:instancePath+"/title",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema31.properties.title,data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/title",keyword:"type",params:{type: "string"},parentSchema:schema31.properties.title,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.summary !== undefined && func0.call(data, "summary")){
let data2 = data.summary;
if(typeof data2 === "string"){
if(!pattern4.test(data2)){
const err4 = {instancePath:instancePath+"/summary",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema31.properties.summary,data:data2};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/summary",keyword:"type",params:{type: "string"},parentSchema:schema31.properties.summary,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.status !== undefined && func0.call(data, "status")){
let data3 = data.status;
if(typeof data3 !== "string"){
const err6 = {instancePath:instancePath+"/status",keyword:"type",params:{type: "string"},parentSchema:schema31.properties.status,data:data3};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!(((data3 === "draft") || (data3 === "tested")) || (data3 === "ready"))){
const err7 = {instancePath:instancePath+"/status",keyword:"enum",params:{allowedValues: schema31.properties.status.enum},parentSchema:schema31.properties.status,data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.version !== undefined && func0.call(data, "version")){
let data4 = data.version;
if((typeof data4 !== "string") && (!(typeof data4 == "number"))){
const err8 = {instancePath:instancePath+"/version",keyword:"type",params:{type: schema31.properties.version.type},parentSchema:schema31.properties.version,data:data4};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(typeof data4 === "string"){
if(!pattern4.test(data4)){
const err9 = {instancePath:instancePath+"/version",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema31.properties.version,data:data4};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
if(data.created !== undefined && func0.call(data, "created")){
let data5 = data.created;
if(typeof data5 === "string"){
if(!pattern4.test(data5)){
const err10 = {instancePath:instancePath+"/created",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema31.properties.created,data:data5};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/created",keyword:"type",params:{type: "string"},parentSchema:schema31.properties.created,data:data5};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.updated !== undefined && func0.call(data, "updated")){
let data6 = data.updated;
if(typeof data6 === "string"){
if(!pattern4.test(data6)){
const err12 = {instancePath:instancePath+"/updated",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema31.properties.updated,data:data6};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/updated",keyword:"type",params:{type: "string"},parentSchema:schema31.properties.updated,data:data6};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.tags !== undefined && func0.call(data, "tags")){
let data7 = data.tags;
if(Array.isArray(data7)){
const len0 = data7.length;
for(let i0=0; i0<len0; i0++){
let data8 = data7[i0];
if(typeof data8 === "string"){
if(!pattern4.test(data8)){
const err14 = {instancePath:instancePath+"/tags/" + i0,keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema32.items,data:data8};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/tags/" + i0,keyword:"type",params:{type: "string"},parentSchema:schema32.items,data:data8};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath:instancePath+"/tags",keyword:"type",params:{type: "array"},parentSchema:schema32,data:data7};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
if(data.model !== undefined && func0.call(data, "model")){
let data9 = data.model;
if(typeof data9 === "string"){
if(!pattern4.test(data9)){
const err17 = {instancePath:instancePath+"/model",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema31.properties.model,data:data9};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/model",keyword:"type",params:{type: "string"},parentSchema:schema31.properties.model,data:data9};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.inputs !== undefined && func0.call(data, "inputs")){
let data10 = data.inputs;
if(Array.isArray(data10)){
const len1 = data10.length;
for(let i1=0; i1<len1; i1++){
let data11 = data10[i1];
if(data11 && typeof data11 == "object" && !Array.isArray(data11)){
if((data11.name === undefined) || (!(func0.call(data11, "name")))){
const err19 = {instancePath:instancePath+"/inputs/" + i1,keyword:"required",params:{missingProperty: "name"},parentSchema:schema33,data:data11};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(data11.name !== undefined && func0.call(data11, "name")){
let data12 = data11.name;
if(typeof data12 === "string"){
if(!pattern4.test(data12)){
const err20 = {instancePath:instancePath+"/inputs/" + i1+"/name",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema33.properties.name,data:data12};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/inputs/" + i1+"/name",keyword:"type",params:{type: "string"},parentSchema:schema33.properties.name,data:data12};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data11.required !== undefined && func0.call(data11, "required")){
let data13 = data11.required;
if(typeof data13 !== "boolean"){
const err22 = {instancePath:instancePath+"/inputs/" + i1+"/required",keyword:"type",params:{type: "boolean"},parentSchema:schema33.properties.required,data:data13};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data11.description !== undefined && func0.call(data11, "description")){
let data14 = data11.description;
if(typeof data14 !== "string"){
const err23 = {instancePath:instancePath+"/inputs/" + i1+"/description",keyword:"type",params:{type: "string"},parentSchema:schema33.properties.description,data:data14};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
else {
const err24 = {instancePath:instancePath+"/inputs/" + i1,keyword:"type",params:{type: "object"},parentSchema:schema33,data:data11};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath:instancePath+"/inputs",keyword:"type",params:{type: "array"},parentSchema:schema31.properties.inputs,data:data10};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.braces !== undefined && func0.call(data, "braces")){
let data15 = data.braces;
if(typeof data15 !== "string"){
const err26 = {instancePath:instancePath+"/braces",keyword:"type",params:{type: "string"},parentSchema:schema31.properties.braces,data:data15};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(!(data15 === "literal")){
const err27 = {instancePath:instancePath+"/braces",keyword:"enum",params:{allowedValues: schema31.properties.braces.enum},parentSchema:schema31.properties.braces,data:data15};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.description !== undefined && func0.call(data, "description")){
let data16 = data.description;
if(typeof data16 === "string"){
if(!pattern4.test(data16)){
const err28 = {instancePath:instancePath+"/description",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema31.properties.description,data:data16};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
else {
const err29 = {instancePath:instancePath+"/description",keyword:"type",params:{type: "string"},parentSchema:schema31.properties.description,data:data16};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
if(data.triggers !== undefined && func0.call(data, "triggers")){
let data17 = data.triggers;
if(Array.isArray(data17)){
const len2 = data17.length;
for(let i2=0; i2<len2; i2++){
let data18 = data17[i2];
if(typeof data18 === "string"){
if(!pattern4.test(data18)){
const err30 = {instancePath:instancePath+"/triggers/" + i2,keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema32.items,data:data18};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/triggers/" + i2,keyword:"type",params:{type: "string"},parentSchema:schema32.items,data:data18};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
else {
const err32 = {instancePath:instancePath+"/triggers",keyword:"type",params:{type: "array"},parentSchema:schema32,data:data17};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
}
if(data.not_for !== undefined && func0.call(data, "not_for")){
let data19 = data.not_for;
if(Array.isArray(data19)){
const len3 = data19.length;
for(let i3=0; i3<len3; i3++){
let data20 = data19[i3];
if(typeof data20 === "string"){
if(!pattern4.test(data20)){
const err33 = {instancePath:instancePath+"/not_for/" + i3,keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema32.items,data:data20};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
else {
const err34 = {instancePath:instancePath+"/not_for/" + i3,keyword:"type",params:{type: "string"},parentSchema:schema32.items,data:data20};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
else {
const err35 = {instancePath:instancePath+"/not_for",keyword:"type",params:{type: "array"},parentSchema:schema32,data:data19};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data.promotion !== undefined && func0.call(data, "promotion")){
let data21 = data.promotion;
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
for(const key0 of Object.keys(data21)){
if(!((((((key0 === "min_uses") || (key0 === "require_eval")) || (key0 === "max_age_days")) || (key0 === "max_failed_runs")) || (key0 === "tries")) || (key0 === "servers"))){
const err36 = {instancePath:instancePath+"/promotion",keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema36,data:data21};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data21.min_uses !== undefined && func0.call(data21, "min_uses")){
let data22 = data21.min_uses;
if(!((typeof data22 == "number") && (!(data22 % 1) && !isNaN(data22)))){
const err37 = {instancePath:instancePath+"/promotion/min_uses",keyword:"type",params:{type: "integer"},parentSchema:schema36.properties.min_uses,data:data22};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(typeof data22 == "number"){
if(data22 > 1000000 || isNaN(data22)){
const err38 = {instancePath:instancePath+"/promotion/min_uses",keyword:"maximum",params:{comparison: "<=", limit: 1000000},parentSchema:schema36.properties.min_uses,data:data22};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(data22 < 0 || isNaN(data22)){
const err39 = {instancePath:instancePath+"/promotion/min_uses",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema36.properties.min_uses,data:data22};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
if(data21.require_eval !== undefined && func0.call(data21, "require_eval")){
let data23 = data21.require_eval;
if(typeof data23 !== "boolean"){
const err40 = {instancePath:instancePath+"/promotion/require_eval",keyword:"type",params:{type: "boolean"},parentSchema:schema36.properties.require_eval,data:data23};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data21.max_age_days !== undefined && func0.call(data21, "max_age_days")){
let data24 = data21.max_age_days;
if(typeof data24 == "number"){
if(data24 > 36500 || isNaN(data24)){
const err41 = {instancePath:instancePath+"/promotion/max_age_days",keyword:"maximum",params:{comparison: "<=", limit: 36500},parentSchema:schema36.properties.max_age_days,data:data24};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if(data24 <= 0 || isNaN(data24)){
const err42 = {instancePath:instancePath+"/promotion/max_age_days",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema36.properties.max_age_days,data:data24};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
else {
const err43 = {instancePath:instancePath+"/promotion/max_age_days",keyword:"type",params:{type: "number"},parentSchema:schema36.properties.max_age_days,data:data24};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
if(data21.max_failed_runs !== undefined && func0.call(data21, "max_failed_runs")){
let data25 = data21.max_failed_runs;
if(!((typeof data25 == "number") && (!(data25 % 1) && !isNaN(data25)))){
const err44 = {instancePath:instancePath+"/promotion/max_failed_runs",keyword:"type",params:{type: "integer"},parentSchema:schema36.properties.max_failed_runs,data:data25};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(typeof data25 == "number"){
if(data25 > 1000000 || isNaN(data25)){
const err45 = {instancePath:instancePath+"/promotion/max_failed_runs",keyword:"maximum",params:{comparison: "<=", limit: 1000000},parentSchema:schema36.properties.max_failed_runs,data:data25};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(data25 < 0 || isNaN(data25)){
const err46 = {instancePath:instancePath+"/promotion/max_failed_runs",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema36.properties.max_failed_runs,data:data25};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
}
if(data21.tries !== undefined && func0.call(data21, "tries")){
let data26 = data21.tries;
if(typeof data26 !== "string"){
const err47 = {instancePath:instancePath+"/promotion/tries",keyword:"type",params:{type: "string"},parentSchema:schema36.properties.tries,data:data26};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
if(!((data26 === "named") || (data26 === "corrected"))){
const err48 = {instancePath:instancePath+"/promotion/tries",keyword:"enum",params:{allowedValues: schema36.properties.tries.enum},parentSchema:schema36.properties.tries,data:data26};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data21.servers !== undefined && func0.call(data21, "servers")){
let data27 = data21.servers;
if(typeof data27 !== "string"){
const err49 = {instancePath:instancePath+"/promotion/servers",keyword:"type",params:{type: "string"},parentSchema:schema36.properties.servers,data:data27};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
if(!((data27 === "any") || (data27 === "official"))){
const err50 = {instancePath:instancePath+"/promotion/servers",keyword:"enum",params:{allowedValues: schema36.properties.servers.enum},parentSchema:schema36.properties.servers,data:data27};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
}
else {
const err51 = {instancePath:instancePath+"/promotion",keyword:"type",params:{type: "object"},parentSchema:schema36,data:data21};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
}
else {
const err52 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema31,data};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
validate20.errors = vErrors;
return errors === 0;
}
validate20.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


const schema37 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"messages.schema.json","title":"MessagesDocument","description":"messages.yml: the body of a prompt as messages.","type":"array","minItems":1,"items":{"$ref":"#/$defs/message"},"$defs":{"message":{"title":"MessageEntry","description":"One message. Its texts may have placeholders.","type":"object","additionalProperties":false,"required":["role"],"properties":{"role":{"description":"Who wrote the message: system, user or assistant. System messages come first.","type":"string","enum":["system","user","assistant"]},"content":{"$ref":"eval.schema.json#/$defs/message_content"},"content_from":{"$ref":"eval.schema.json#/$defs/content_from"}}}}};
const schema38 = {"title":"MessageEntry","description":"One message. Its texts may have placeholders.","type":"object","additionalProperties":false,"required":["role"],"properties":{"role":{"description":"Who wrote the message: system, user or assistant. System messages come first.","type":"string","enum":["system","user","assistant"]},"content":{"$ref":"eval.schema.json#/$defs/message_content"},"content_from":{"$ref":"eval.schema.json#/$defs/content_from"}}};
const schema146 = {"description":"A file whose text is the content. Searched in the library's root, then in the prompt's folder.","type":"string","pattern":"\\S"};
const schema242 = {"description":"A text, or a list of parts: texts and files.","type":["string","array"],"if":{"type":"array"},"then":{"minItems":1,"items":{"$ref":"#/$defs/message_part"}},"else":{"$ref":"#/$defs/message_text"}};
const schema144 = {"description":"A text.","type":"string","pattern":"\\S"};
const schema243 = {"title":"MessagePart","description":"A text or a file of a message.","type":"object","additionalProperties":false,"minProperties":1,"properties":{"text":{"$ref":"#/$defs/message_text"},"file":{"$ref":"#/$defs/message_file"},"media_type":{"description":"The type of the file. It must be that of its first bytes.","type":"string","enum":["image/png","image/jpeg","image/gif","image/webp","application/pdf"]}}};
const schema145 = {"title":"MessageFile","description":"A PNG, JPEG, GIF, WebP or PDF: its path, searched in the library's root, then in the prompt's folder; or { input: NAME } if cases give the path.","type":["string","object"],"pattern":"\\S","additionalProperties":false,"required":["input"],"properties":{"input":{"description":"The name of the input whose value is the path.","type":"string","pattern":"^[A-Za-z_][A-Za-z0-9_-]*$"}}};
const pattern54 = new RegExp("^[A-Za-z_][A-Za-z0-9_-]*$", "u");

function validate257(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate257.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
const err0 = {instancePath,keyword:"minProperties",params:{limit: 1},parentSchema:schema243,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(((key0 === "text") || (key0 === "file")) || (key0 === "media_type"))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema243,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.text !== undefined && func0.call(data, "text")){
let data0 = data.text;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err2 = {instancePath:instancePath+"/text",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema144,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/text",keyword:"type",params:{type: "string"},parentSchema:schema144,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.file !== undefined && func0.call(data, "file")){
let data1 = data.file;
if((typeof data1 !== "string") && (!(data1 && typeof data1 == "object" && !Array.isArray(data1)))){
const err4 = {instancePath:instancePath+"/file",keyword:"type",params:{type: schema145.type},parentSchema:schema145,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err5 = {instancePath:instancePath+"/file",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema145,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if((data1.input === undefined) || (!(func0.call(data1, "input")))){
const err6 = {instancePath:instancePath+"/file",keyword:"required",params:{missingProperty: "input"},parentSchema:schema145,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key1 of Object.keys(data1)){
if(!(key1 === "input")){
const err7 = {instancePath:instancePath+"/file",keyword:"additionalProperties",params:{additionalProperty: key1},parentSchema:schema145,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data1.input !== undefined && func0.call(data1, "input")){
let data2 = data1.input;
if(typeof data2 === "string"){
if(!pattern54.test(data2)){
const err8 = {instancePath:instancePath+"/file/input",keyword:"pattern",params:{pattern: "^[A-Za-z_][A-Za-z0-9_-]*$"},parentSchema:schema145.properties.input,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/file/input",keyword:"type",params:{type: "string"},parentSchema:schema145.properties.input,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
}
if(data.media_type !== undefined && func0.call(data, "media_type")){
let data3 = data.media_type;
if(typeof data3 !== "string"){
const err10 = {instancePath:instancePath+"/media_type",keyword:"type",params:{type: "string"},parentSchema:schema243.properties.media_type,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(!(((((data3 === "image/png") || (data3 === "image/jpeg")) || (data3 === "image/gif")) || (data3 === "image/webp")) || (data3 === "application/pdf"))){
const err11 = {instancePath:instancePath+"/media_type",keyword:"enum",params:{allowedValues: schema243.properties.media_type.enum},parentSchema:schema243.properties.media_type,data:data3};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema243,data};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate257.errors = vErrors;
return errors === 0;
}
validate257.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate256(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate256.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if((typeof data !== "string") && (!(Array.isArray(data)))){
const err0 = {instancePath,keyword:"type",params:{type: schema242.type},parentSchema:schema242,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(!(Array.isArray(data))){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
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
let ifClause0;
if(_valid0){
const _errs4 = errors;
if(Array.isArray(data)){
if(data.length < 1){
const err2 = {instancePath,keyword:"minItems",params:{limit: 1},parentSchema:schema242.then,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(validate257(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate257.errors : vErrors.concat(validate257.errors);
errors = vErrors.length;
}
}
}
var _valid0 = _errs4 === errors;
valid0 = _valid0;
if(valid0){
var items0 = true;
}
ifClause0 = "then";
}
else {
const _errs6 = errors;
if(typeof data === "string"){
if(!pattern4.test(data)){
const err3 = {instancePath,keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema144,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath,keyword:"type",params:{type: "string"},parentSchema:schema144,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var _valid0 = _errs6 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err5 = {instancePath,keyword:"if",params:{failingKeyword: ifClause0},parentSchema:schema242,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate256.errors = vErrors;
evaluated0.items = items0;
return errors === 0;
}
validate256.evaluated = {"dynamicProps":false,"dynamicItems":true};


function validate22(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate22.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.role === undefined) || (!(func0.call(data, "role")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "role"},parentSchema:schema38,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(((key0 === "role") || (key0 === "content")) || (key0 === "content_from"))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema38,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.role !== undefined && func0.call(data, "role")){
let data0 = data.role;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/role",keyword:"type",params:{type: "string"},parentSchema:schema38.properties.role,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!(((data0 === "system") || (data0 === "user")) || (data0 === "assistant"))){
const err3 = {instancePath:instancePath+"/role",keyword:"enum",params:{allowedValues: schema38.properties.role.enum},parentSchema:schema38.properties.role,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.content !== undefined && func0.call(data, "content")){
if(!(validate256(data.content, {instancePath:instancePath+"/content",parentData:data,parentDataProperty:"content",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate256.errors : vErrors.concat(validate256.errors);
errors = vErrors.length;
}
}
if(data.content_from !== undefined && func0.call(data, "content_from")){
let data2 = data.content_from;
if(typeof data2 === "string"){
if(!pattern4.test(data2)){
const err4 = {instancePath:instancePath+"/content_from",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema146,data:data2};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/content_from",keyword:"type",params:{type: "string"},parentSchema:schema146,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema38,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate22.errors = vErrors;
return errors === 0;
}
validate22.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate21(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="messages.schema.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate21.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(Array.isArray(data)){
if(data.length < 1){
const err0 = {instancePath,keyword:"minItems",params:{limit: 1},parentSchema:schema37,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(validate22(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate22.errors : vErrors.concat(validate22.errors);
errors = vErrors.length;
}
}
}
else {
const err1 = {instancePath,keyword:"type",params:{type: "array"},parentSchema:schema37,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate21.errors = vErrors;
return errors === 0;
}
validate21.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};


const schema39 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"eval.schema.json","title":"EvalDocument","description":"eval.yml: how to evaluate a prompt. Cases, scenarios and triggering queries.","type":"object","additionalProperties":false,"patternProperties":{"^x-":{"description":"eva ignores these keys. Define YAML anchors here."}},"properties":{"cases_of":{"description":"Another prompt, whose cases and scenarios this one has too: it is another version for the same task. Beside it only defaults, triggering and compare.","type":"string","pattern":"\\S"},"defaults":{"$ref":"#/$defs/defaults"},"triggering":{"$ref":"#/$defs/triggering"},"compare":{"$ref":"#/$defs/compare"},"cases":{"description":"Questions with one response each. A case sends the rendered body, and its own messages after it.","type":"array","minItems":1,"items":{"$ref":"#/$defs/case"}},"scenarios":{"description":"Conversations of a simulated user with the application.","type":"array","minItems":1,"items":{"$ref":"#/$defs/scenario"}}},"$defs":{"model":{"description":"A model: claude-…, anthropic:NAME, openai:NAME, openai-responses:NAME, azure:NAME, bedrock:NAME, vertex:NAME, claude-cli:NAME, or command:NAME for an entry of providers in eva.yml.","type":"string","pattern":"\\S"},"models":{"description":"The variants of the model under test, instead of model. Each makes a run of its own. Only in eval.yml.","type":"array","minItems":1,"maxItems":50,"items":{"$ref":"#/$defs/variant"}},"variant":{"title":"ModelVariant","description":"The name of a model, or a model with its settings.","type":["string","object"],"pattern":"\\S","additionalProperties":false,"required":["model"],"properties":{"name":{"description":"The name in reports, in models of a case and for --model. Default: the model.","type":"string","pattern":"\\S","maxLength":200},"model":{"$ref":"#/$defs/model"},"timeout_s":{"$ref":"#/$defs/timeout_s"},"max_tokens":{"$ref":"#/$defs/max_tokens"},"temperature":{"$ref":"#/$defs/temperature"},"top_p":{"$ref":"#/$defs/top_p"},"top_k":{"$ref":"#/$defs/top_k"},"stop":{"$ref":"#/$defs/stop"},"sampling_seed":{"$ref":"#/$defs/sampling_seed"},"reasoning":{"$ref":"#/$defs/reasoning"},"response_format":{"$ref":"#/$defs/response_format"},"tools":{"$ref":"#/$defs/tools"},"tool_choice":{"$ref":"#/$defs/tool_choice"},"extra":{"$ref":"#/$defs/extra"}}},"models_of_case":{"description":"The variants that ask this case: names from defaults.models. Default: all.","type":"array","minItems":1,"items":{"type":"string","pattern":"\\S"}},"timeout_s":{"description":"Seconds that one attempt of a call may take, up to its last byte. Default: 60.","type":"number","exclusiveMinimum":0,"maximum":86400},"max_tokens":{"description":"Maximum number of tokens of a reply. A truncated reply fails its trial. Default: 4096, for judges and simulated users 1024.","type":"integer","minimum":1,"maximum":10000000},"temperature":{"description":"Sampling temperature. Sent to the model only if it is set.","type":"number","minimum":0,"maximum":2},"top_p":{"description":"Nucleus sampling: the share of probability from which the model draws each token.","type":"number","minimum":0,"maximum":1},"top_k":{"description":"Number of the most probable tokens from which the model draws each token. Not for openai.","type":"integer","minimum":1,"maximum":1000000},"stop":{"description":"1 to 16 texts at which the model stops; for openai at most 4.","type":"array","minItems":1,"maxItems":16,"items":{"type":"string","minLength":1}},"sampling_seed":{"description":"Seed that the provider gets, plus the number of the trial. Not for anthropic.","type":"integer","minimum":-2147483648,"maximum":2147483647},"reasoning":{"title":"ReasoningSetting","description":"How much the model thinks before it answers: { effort: TEXT } or { budget_tokens: N }.","type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"effort":{"description":"An effort that the model knows, such as low, medium or high.","type":"string","pattern":"\\S"},"budget_tokens":{"description":"Maximum number of tokens for thinking. Less than max_tokens. Not for openai.","type":"integer","minimum":1,"maximum":10000000}}},"response_format":{"description":"The form of the reply: json, or { json_schema: … }. anthropic needs a schema.","if":{"type":"object"},"then":{"$ref":"#/$defs/json_schema_format"},"else":{"type":"string","enum":["json"]}},"json_schema_format":{"title":"JsonSchemaSetting","type":"object","additionalProperties":false,"required":["json_schema"],"properties":{"json_schema":{"description":"The JSON Schema of the reply: inline, or the path of a JSON or YAML file.","type":["object","string"],"minLength":1},"name":{"description":"name of the format: 1 to 64 letters, digits, _ and -. Default: response.","type":"string","pattern":"^[a-zA-Z0-9_-]{1,64}$"},"strict":{"description":"Whether openai enforces the schema. anthropic always does.","type":"boolean"}}},"tools":{"description":"Tools that the model may call, or the path of a JSON or YAML file with such a list. eva declares them and does not run them.","type":["string","array"],"minLength":1,"minItems":1,"maxItems":128,"items":{"$ref":"#/$defs/tool"}},"tool":{"title":"ToolSetting","description":"A tool that the model may call.","type":"object","additionalProperties":false,"required":["name","input_schema"],"properties":{"name":{"$ref":"#/$defs/tool_name"},"description":{"description":"When to call the tool, for the model.","type":"string","pattern":"\\S"},"input_schema":{"description":"The JSON Schema of its arguments: inline, or the path of a JSON or YAML file.","type":["object","string"],"minLength":1}}},"tool_name":{"description":"name of a tool: 1 to 64 letters, digits, _ and -","type":"string","pattern":"^[a-zA-Z0-9_-]{1,64}$"},"tool_choice":{"description":"Whether the model calls tools: auto, none, required, or { tool: NAME }.","if":{"type":"object"},"then":{"$ref":"#/$defs/one_tool"},"else":{"type":"string","enum":["auto","none","required"]}},"one_tool":{"title":"OneTool","type":"object","additionalProperties":false,"required":["tool"],"properties":{"tool":{"$ref":"#/$defs/tool_name"}}},"extra":{"title":"ExtraSetting","description":"Keys that eva adds to the body of a request as they are, by type of provider: { anthropic: {…}, openai: {…} }.","type":"object","additionalProperties":false,"minProperties":1,"properties":{"anthropic":{"description":"Keys for requests to providers of type anthropic.","type":"object","minProperties":1,"additionalProperties":true},"openai":{"description":"Keys for requests to providers of type openai.","type":"object","minProperties":1,"additionalProperties":true},"openai-responses":{"description":"Keys for requests to providers of type openai-responses.","type":"object","minProperties":1,"additionalProperties":true},"azure":{"description":"Keys for requests to providers of type azure.","type":"object","minProperties":1,"additionalProperties":true},"bedrock":{"description":"Keys for requests to providers of type bedrock.","type":"object","minProperties":1,"additionalProperties":true},"vertex":{"description":"Keys for requests to providers of type vertex.","type":"object","minProperties":1,"additionalProperties":true}}},"sample_size":{"description":"Maximum number of trials of a case; with a data set, of its items or clusters. Default: 1; with a data set, all.","type":"integer","minimum":1,"maximum":100000},"significance_level":{"description":"Maximum probability of a false pass. Default: 0.05.","type":"number","exclusiveMinimum":0,"maximum":0.5},"stop_early":{"description":"Whether a case stops as soon as no further trial can change whether it passes. Default: true.","type":"boolean"},"sequential":{"description":"Whether a sequential test decides after every trial. sample_size is then the maximum. Default: false.","type":"boolean"},"timeouts":{"description":"A call that times out: fail lets its trial fail, ask_again retries the call once. Default: fail in cases with statistical criteria, else ask_again.","type":"string","enum":["fail","ask_again"]},"expected":{"description":"The rate of passing trials that you expect. It must be above every bar of the case. eva uses it to plan sample sizes.","type":"number","exclusiveMinimum":0,"exclusiveMaximum":1},"seed":{"description":"Seed of everything that eva draws at random, such as writing styles and the order of items. Default: 0.","type":"integer","minimum":0,"maximum":9007199254740991},"max_turns":{"description":"Maximum number of user messages in a conversation. Default: 10.","type":"integer","minimum":1,"maximum":1000},"inputs":{"description":"Values of the prompt's inputs. Texts are inserted verbatim, numbers as written, lists and mappings as JSON. null means no value.","type":"object","additionalProperties":true},"inputs_from":{"description":"Folder with an inputs.yml that gives values. Searched in the library's root, then in the prompt's folder.","type":"string","pattern":"\\S"},"files":{"description":"A file for each input; the text of the file is the value. Searched in the library's root, then in the prompt's folder.","type":"object","minProperties":1,"additionalProperties":{"type":"string","pattern":"\\S"}},"message_text":{"description":"A text.","type":"string","pattern":"\\S"},"content_from":{"description":"A file whose text is the content. Searched in the library's root, then in the prompt's folder.","type":"string","pattern":"\\S"},"message_part":{"title":"MessagePart","description":"A text or a file of a message.","type":"object","additionalProperties":false,"minProperties":1,"properties":{"text":{"$ref":"#/$defs/message_text"},"file":{"$ref":"#/$defs/message_file"},"media_type":{"description":"The type of the file. It must be that of its first bytes.","type":"string","enum":["image/png","image/jpeg","image/gif","image/webp","application/pdf"]}}},"message_file":{"title":"MessageFile","description":"A PNG, JPEG, GIF, WebP or PDF: its path, searched in the library's root, then in the prompt's folder; or { input: NAME } if cases give the path.","type":["string","object"],"pattern":"\\S","additionalProperties":false,"required":["input"],"properties":{"input":{"description":"The name of the input whose value is the path.","type":"string","pattern":"^[A-Za-z_][A-Za-z0-9_-]*$"}}},"message_content":{"description":"A text, or a list of parts: texts and files.","type":["string","array"],"if":{"type":"array"},"then":{"minItems":1,"items":{"$ref":"#/$defs/message_part"}},"else":{"$ref":"#/$defs/message_text"}},"case_text":{"if":{"type":"object"},"then":{"$ref":"#/$defs/value_reference"},"else":{"$ref":"#/$defs/message_text"}},"case_part":{"title":"CaseMessagePart","description":"A text or a file of a message.","type":"object","additionalProperties":false,"minProperties":1,"properties":{"text":{"description":"A text, or a value such as { input: NAME }.","$ref":"#/$defs/case_text"},"file":{"$ref":"#/$defs/message_file"},"media_type":{"description":"The type of the file. It must be that of its first bytes.","type":"string","enum":["image/png","image/jpeg","image/gif","image/webp","application/pdf"]}}},"case_content":{"description":"A text, a value such as { input: NAME }, or a list of parts: texts and files.","type":["string","object","array"],"if":{"type":"array"},"then":{"minItems":1,"items":{"$ref":"#/$defs/case_part"}},"else":{"$ref":"#/$defs/case_text"}},"case_message":{"title":"CaseMessageEntry","description":"A message that follows those of the body. Texts are sent as they are.","type":"object","additionalProperties":false,"required":["role"],"properties":{"role":{"description":"Who wrote the message: user or assistant.","type":"string","enum":["user","assistant"]},"content":{"$ref":"#/$defs/case_content"},"content_from":{"$ref":"#/$defs/content_from"}}},"allow_hidden":{"description":"Whether files, inputs_from, dataset, json_schema and messages may read paths with a part that begins with a dot, such as .github/…. Default: false.","type":"boolean"},"dataset":{"title":"CaseDataset","description":"A file with inputs and expected values: each of its items is asked. A mapping, or the path of the file alone.","type":["string","object"],"pattern":"\\S","additionalProperties":false,"required":["file"],"properties":{"file":{"description":"Path of a CSV, TSV, JSONL, JSON or YAML file. Searched in the library's root, then in the prompt's folder.","type":"string","pattern":"\\S"},"format":{"description":"Format of the file, if its name does not say it.","type":"string","enum":["csv","tsv","jsonl","json","yaml"]},"delimiter":{"$ref":"#/$defs/delimiter"},"inputs":{"description":"INPUT: FIELD for each input that a field of another name fills. A field with the name of an input fills it anyway.","type":"object","minProperties":1,"additionalProperties":{"$ref":"#/$defs/field"}},"id":{"description":"A field that identifies each item: unique and not blank. Default: a digest of the inputs of the item.","$ref":"#/$defs/field"},"where":{"description":"FIELD: VALUE or a list of values. Keeps the items that have one of the values in every field. \"\" also means no value.","$ref":"#/$defs/field_values"},"unless":{"description":"FIELD: VALUE or a list of values. Drops the items that have one of the values in any field. \"\" also means no value.","$ref":"#/$defs/field_values"},"cluster":{"$ref":"#/$defs/cluster"},"draws":{"description":"Number of answers to each item. Default: 1.","type":"integer","minimum":1,"maximum":1000},"claim":{"description":"population: the verdict is about items like these. file: about the items of this file only. Default: population.","type":"string","enum":["population","file"]},"slices":{"description":"Fields whose values divide the items into slices. A field name reports its slices; a mapping with criteria also decides them.","type":"array","minItems":1,"items":{"$ref":"#/$defs/slice"}}}},"field":{"type":"string","minLength":1},"delimiter":{"description":"The character between the values of a CSV file: one character, no quote and no line end. Default: a comma, for .tsv a tab.","type":"string","pattern":"^[^\"\\r\\n]$"},"field_values":{"type":"object","minProperties":1,"additionalProperties":{"$ref":"#/$defs/field_value"}},"field_value":{"title":"FieldValue","type":["string","number","boolean","null","array"],"if":{"type":"array"},"then":{"minItems":1,"items":{"$ref":"#/$defs/one_value"}},"else":{"$ref":"#/$defs/one_value"}},"one_value":{"type":["string","number","boolean","null"]},"cluster":{"title":"DatasetCluster","description":"A field whose value similar items share, such as the customer. The items with one value count as one unit.","type":["string","object"],"minLength":1,"additionalProperties":false,"required":["field"],"properties":{"field":{"description":"The field with the name of the cluster.","$ref":"#/$defs/field"},"at_most":{"description":"Maximum number of items of a cluster that are asked. Required with weigh: items.","type":"integer","minimum":1,"maximum":1000000},"weigh":{"description":"clusters: the claim is about an average cluster. items: about an average item. Default: clusters.","type":"string","enum":["clusters","items"]}}},"slice":{"title":"DatasetSlice","type":["string","object"],"minLength":1,"additionalProperties":false,"required":["field"],"properties":{"field":{"description":"The field whose values are the slices.","$ref":"#/$defs/field"},"criteria":{"description":"The claim about each slice: one criterion. Without it, slices are only reported.","$ref":"#/$defs/criterion"},"must":{"description":"pass: each slice must be shown to meet the claim. not_fail: none may be shown to miss it. Default: pass.","type":"string","enum":["pass","not_fail"]},"at_most":{"description":"Maximum number of different values. Default: 200.","type":"integer","minimum":1,"maximum":1000},"only":{"description":"The values that the criterion decides. Others are only reported.","type":"array","minItems":1,"items":{"$ref":"#/$defs/one_value"}}}},"text_or_field":{"title":"TextOrField","type":["string","object"],"pattern":"\\S","additionalProperties":false,"required":["field"],"properties":{"field":{"description":"A field of the item.","$ref":"#/$defs/field"}}},"reference":{"title":"JudgeReference","type":["string","object"],"pattern":"\\S","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"input":{"description":"The value of an input of the case.","type":"string","minLength":1},"field":{"description":"A field of the item.","$ref":"#/$defs/field"}}},"judge":{"title":"Judge","description":"The model that scores responses, and its settings. Merged with the defaults key by key.","type":"object","additionalProperties":false,"minProperties":1,"properties":{"model":{"$ref":"#/$defs/model"},"scale":{"$ref":"#/$defs/scale"},"pass_threshold":{"description":"The lowest score with which a rubric passes. Default: 4.","type":"integer","minimum":0,"maximum":100},"votes":{"description":"Number of times that eva asks the judge; the median counts. Must be odd. Default: 1.","type":"integer","minimum":1,"maximum":99},"timeout_s":{"$ref":"#/$defs/timeout_s"},"max_tokens":{"$ref":"#/$defs/max_tokens"},"temperature":{"$ref":"#/$defs/temperature"}}},"trigger_judge":{"title":"TriggerJudge","description":"The model that decides whether a query should reach this prompt. Merged with the default judge key by key.","type":"object","additionalProperties":false,"minProperties":1,"properties":{"model":{"$ref":"#/$defs/model"},"timeout_s":{"$ref":"#/$defs/timeout_s"},"max_tokens":{"$ref":"#/$defs/max_tokens"},"temperature":{"$ref":"#/$defs/temperature"}}},"user_simulator":{"title":"UserSimulator","description":"The model that plays the user of a scenario.","type":"object","additionalProperties":false,"minProperties":1,"properties":{"model":{"$ref":"#/$defs/model"},"max_turns":{"$ref":"#/$defs/max_turns"},"timeout_s":{"$ref":"#/$defs/timeout_s"},"max_tokens":{"$ref":"#/$defs/max_tokens"},"temperature":{"$ref":"#/$defs/temperature"}}},"app":{"title":"App","description":"The application under test: this prompt as the system prompt of a model, or a program. Default: the prompt as system prompt.","type":"object","additionalProperties":false,"minProperties":1,"properties":{"model":{"$ref":"#/$defs/model"},"command":{"description":"Program and arguments. One process per conversation reads and writes JSON lines. Runs only if trusted.","type":"array","minItems":1,"prefixItems":[{"type":"string","pattern":"\\S"}],"items":{"type":"string"}},"env":{"description":"Names of the environment variables that the program gets in addition. Names, never values.","type":"array","minItems":1,"items":{"description":"a name holds letters, digits and _, and does not begin with a digit","type":"string","pattern":"^[A-Za-z_][A-Za-z0-9_]*$"}}}},"writing_style":{"title":"StyleChoice","description":"How simulated users write. Each conversation draws one text per axis. Default: eva's own texts. false: no style.","type":["boolean","object"],"additionalProperties":false,"minProperties":1,"properties":{"proficiency":{"description":"How much the user knows about the subject.","$ref":"#/$defs/style_axis"},"tone":{"description":"The user's mood.","$ref":"#/$defs/style_axis"},"verbosity":{"description":"How much the user writes.","$ref":"#/$defs/style_axis"},"formality":{"description":"How formal the user is.","$ref":"#/$defs/style_axis"}}},"style_axis":{"type":["string","array"],"if":{"type":"array"},"then":{"minItems":1,"items":{"$ref":"#/$defs/style_text"}},"else":{"$ref":"#/$defs/style_text"}},"style_text":{"type":"string","pattern":"\\S","maxLength":200},"levels":{"title":"Levels","description":"A text for every whole number of the scale: the meaning of that score.","type":"object","minProperties":1,"propertyNames":{"description":"a level is a whole number of the scale, from 0 to 100","pattern":"^(0|[1-9][0-9]?|100)$"},"additionalProperties":{"type":"string","pattern":"\\S"}},"scale":{"title":"Scale","description":"The range of scores. Default: 1 to 5 for a rubric, 1 to 10 for an expected behaviour.","type":"object","additionalProperties":false,"required":["min","max"],"properties":{"min":{"description":"The lowest score.","type":"integer","minimum":0,"maximum":99},"max":{"description":"The highest score.","type":"integer","minimum":1,"maximum":100}}},"defaults":{"title":"Defaults","description":"Settings for every case and scenario that does not override them.","type":"object","additionalProperties":false,"properties":{"model":{"$ref":"#/$defs/model"},"models":{"$ref":"#/$defs/models"},"timeout_s":{"$ref":"#/$defs/timeout_s"},"max_tokens":{"$ref":"#/$defs/max_tokens"},"temperature":{"$ref":"#/$defs/temperature"},"top_p":{"$ref":"#/$defs/top_p"},"top_k":{"$ref":"#/$defs/top_k"},"stop":{"$ref":"#/$defs/stop"},"sampling_seed":{"$ref":"#/$defs/sampling_seed"},"reasoning":{"$ref":"#/$defs/reasoning"},"response_format":{"$ref":"#/$defs/response_format"},"tools":{"$ref":"#/$defs/tools"},"tool_choice":{"$ref":"#/$defs/tool_choice"},"extra":{"$ref":"#/$defs/extra"},"sample_size":{"$ref":"#/$defs/sample_size"},"significance_level":{"$ref":"#/$defs/significance_level"},"stop_early":{"$ref":"#/$defs/stop_early"},"sequential":{"$ref":"#/$defs/sequential"},"timeouts":{"$ref":"#/$defs/timeouts"},"expected":{"$ref":"#/$defs/expected"},"seed":{"$ref":"#/$defs/seed"},"assert":{"$ref":"#/$defs/assert"},"rubric":{"$ref":"#/$defs/case_rubric"},"extract":{"$ref":"#/$defs/extract"},"embedding_model":{"$ref":"#/$defs/embedding_model"},"judge":{"$ref":"#/$defs/judge"},"user_simulator":{"$ref":"#/$defs/user_simulator"}}},"inherit":{"description":"The parts of defaults that the case has: false for none, or a list of assert and rubric. Default: both.","type":["boolean","array"],"if":{"type":"array"},"then":{"minItems":1,"items":{"type":"string","enum":["assert","rubric"]}},"else":{"const":false}},"case_rubric":{"description":"The rubric by which the judge scores the response, or a list of rubrics that must all hold. Say what earns each score.","type":["string","array"],"if":{"type":"array"},"then":{"minItems":1,"items":{"$ref":"#/$defs/rubric_item"}},"else":{"type":"string","pattern":"\\S"}},"rubric_item":{"title":"RubricItem","type":["string","object"],"pattern":"\\S","additionalProperties":false,"required":["text"],"properties":{"text":{"description":"The rubric. In it, {{name}} is replaced by the value of an input.","type":"string","pattern":"\\S"},"about":{"description":"Its name in reports.","type":"string","pattern":"\\S","maxLength":200},"judge":{"$ref":"#/$defs/judge"}}},"extract":{"title":"Extract","description":"The piece of the reply that checks and rubrics see, by exactly one of tag, json, matches, fence and module.","type":"object","additionalProperties":false,"minProperties":1,"properties":{"tag":{"description":"A tag by its name alone: answer for the last <answer>…</answer> of the reply.","type":"string","pattern":"^[A-Za-z_][A-Za-z0-9_.:-]*$"},"json":{"description":"JSON pointer of a value in the JSON of the reply, such as /label.","$ref":"#/$defs/pointer"},"matches":{"description":"A regular expression: its first match.","type":"string","minLength":1},"group":{"description":"The group of matches that is taken, by its number or name. Default: the whole match.","type":["integer","string"],"minimum":1,"minLength":1},"fence":{"description":"The language of the only fenced block of that kind; true for any.","type":["string","boolean"],"pattern":"^[^\\s`]+$","if":{"type":"boolean"},"then":{"const":true}},"module":{"description":"A function of a module, as FILE#NAME: it returns a text, or null if it finds none.","type":"string","pattern":"^[^#]+#[^#]+$"}}},"check_extract":{"description":"The piece of the reply that this check, or the checks and rubrics of this case, see. whole: the whole reply. Default: that of the case, or of defaults.","type":["object","string"],"if":{"type":"object"},"then":{"$ref":"#/$defs/extract"},"else":{"type":"string","enum":["whole"]}},"queries":{"type":"array","minItems":1,"items":{"type":"string","pattern":"\\S"}},"triggering":{"title":"Triggering","description":"Tests whether the routing texts of meta.yml bring the right queries to this prompt.","type":"object","additionalProperties":false,"properties":{"judge":{"$ref":"#/$defs/trigger_judge"},"should_match":{"description":"Queries that should reach this prompt.","$ref":"#/$defs/queries"},"should_not_match":{"description":"Queries that should not reach this prompt.","$ref":"#/$defs/queries"}}},"compare":{"title":"CompareSetting","description":"The comparison that eva promote needs for ready: eva compare must show that the prompt is not worse than another version.","type":"object","additionalProperties":false,"required":["against"],"properties":{"against":{"description":"The version to compare with: ready (the version that was promoted to ready last), the id of another prompt, or a git ref such as main.","type":"string","pattern":"\\S"},"not_worse_by":{"description":"The greatest allowed loss, as a share: 0.02 means 2 points of a pass rate, or of the scale of a score. Default: 0.05.","type":"number","exclusiveMinimum":0,"exclusiveMaximum":1},"cases":{"description":"The names of the cases and scenarios that decide. Default: all.","type":"array","minItems":1,"items":{"type":"string","pattern":"\\S"}},"better":{"description":"true: the prompt must be better, not only not worse. Default: false.","type":"boolean"}}},"case":{"title":"EvalCase","description":"One question, and what you expect of the answer.","type":"object","additionalProperties":false,"required":["name"],"properties":{"name":{"description":"Names the case in reports and for --case. Unique among cases, scenarios and triggering queries.","type":"string","pattern":"\\S","maxLength":200},"inputs_from":{"$ref":"#/$defs/inputs_from"},"inputs":{"$ref":"#/$defs/inputs"},"files":{"$ref":"#/$defs/files"},"messages":{"description":"Messages that follow those of the body. With a text body, the body is then the system prompt.","type":"array","minItems":1,"items":{"$ref":"#/$defs/case_message"}},"allow_hidden":{"$ref":"#/$defs/allow_hidden"},"dataset":{"$ref":"#/$defs/dataset"},"assert":{"$ref":"#/$defs/assert"},"inherit":{"$ref":"#/$defs/inherit"},"extract":{"$ref":"#/$defs/check_extract"},"rubric":{"$ref":"#/$defs/case_rubric"},"reference":{"description":"A text that the judge sees beside the response, such as the right answer; { field: NAME } or { input: NAME }.","$ref":"#/$defs/reference"},"judge":{"$ref":"#/$defs/judge"},"look":{"description":"true: eva asks the case and shows its replies, and judges nothing. Default: false.","type":"boolean"},"criteria":{"description":"A statistical bar on the rate of passing trials, instead of \"every trial passes\". Only proportion_gte.","$ref":"#/$defs/criteria"},"then":{"$ref":"#/$defs/then"},"model":{"$ref":"#/$defs/model"},"models":{"$ref":"#/$defs/models_of_case"},"timeout_s":{"$ref":"#/$defs/timeout_s"},"max_tokens":{"$ref":"#/$defs/max_tokens"},"temperature":{"$ref":"#/$defs/temperature"},"top_p":{"$ref":"#/$defs/top_p"},"top_k":{"$ref":"#/$defs/top_k"},"stop":{"$ref":"#/$defs/stop"},"sampling_seed":{"$ref":"#/$defs/sampling_seed"},"reasoning":{"$ref":"#/$defs/reasoning"},"response_format":{"$ref":"#/$defs/response_format"},"tools":{"$ref":"#/$defs/tools"},"tool_choice":{"$ref":"#/$defs/tool_choice"},"extra":{"$ref":"#/$defs/extra"},"sample_size":{"$ref":"#/$defs/sample_size"},"significance_level":{"$ref":"#/$defs/significance_level"},"stop_early":{"$ref":"#/$defs/stop_early"},"sequential":{"$ref":"#/$defs/sequential"},"timeouts":{"$ref":"#/$defs/timeouts"},"expected":{"$ref":"#/$defs/expected"},"seed":{"$ref":"#/$defs/seed"}}},"scenario":{"title":"EvalScenario","description":"A conversation between a simulated user and the application, and what you expect of it.","type":"object","additionalProperties":false,"required":["title","given","when","then"],"properties":{"title":{"description":"Names the scenario. Unique among cases, scenarios and triggering queries.","type":"string","pattern":"\\S","maxLength":200},"given":{"description":"The user's situation and needs.","type":"string","pattern":"\\S"},"when":{"description":"The user's aim.","type":"string","pattern":"\\S"},"then":{"$ref":"#/$defs/then"},"inputs_from":{"$ref":"#/$defs/inputs_from"},"inputs":{"$ref":"#/$defs/inputs"},"files":{"$ref":"#/$defs/files"},"allow_hidden":{"$ref":"#/$defs/allow_hidden"},"dataset":{"$ref":"#/$defs/dataset"},"app":{"$ref":"#/$defs/app"},"user_simulator":{"$ref":"#/$defs/user_simulator"},"writing_style":{"$ref":"#/$defs/writing_style"},"max_turns":{"$ref":"#/$defs/max_turns"},"judge":{"$ref":"#/$defs/judge"},"model":{"$ref":"#/$defs/model"},"models":{"$ref":"#/$defs/models_of_case"},"timeout_s":{"$ref":"#/$defs/timeout_s"},"max_tokens":{"$ref":"#/$defs/max_tokens"},"temperature":{"$ref":"#/$defs/temperature"},"top_p":{"$ref":"#/$defs/top_p"},"top_k":{"$ref":"#/$defs/top_k"},"stop":{"$ref":"#/$defs/stop"},"sampling_seed":{"$ref":"#/$defs/sampling_seed"},"reasoning":{"$ref":"#/$defs/reasoning"},"response_format":{"$ref":"#/$defs/response_format"},"tools":{"$ref":"#/$defs/tools"},"tool_choice":{"$ref":"#/$defs/tool_choice"},"extra":{"$ref":"#/$defs/extra"},"sample_size":{"$ref":"#/$defs/sample_size"},"significance_level":{"$ref":"#/$defs/significance_level"},"stop_early":{"$ref":"#/$defs/stop_early"},"sequential":{"$ref":"#/$defs/sequential"},"timeouts":{"$ref":"#/$defs/timeouts"},"expected":{"$ref":"#/$defs/expected"},"seed":{"$ref":"#/$defs/seed"}}},"then":{"description":"Expectations, each decided by its own criteria, on the same trials.","type":"array","minItems":1,"items":{"$ref":"#/$defs/expectation"}},"expectation":{"title":"ThenItem","description":"One expectation: exactly one of expected_behavior, metric, assert and class, with the criteria that decide it.","type":"object","additionalProperties":false,"required":["criteria"],"properties":{"about":{"description":"A label for reports.","type":"string","pattern":"\\S"},"expected_behavior":{"description":"The desired behaviour of the application, in words. A judge scores it from 1 to 10.","type":"string","pattern":"\\S"},"reference":{"description":"A text that the judge sees beside the conversation, such as the right answer; { field: NAME } or { input: NAME }.","$ref":"#/$defs/reference"},"metric":{"$ref":"#/$defs/metric"},"assert":{"$ref":"#/$defs/assert"},"class":{"$ref":"#/$defs/class"},"criteria":{"description":"One criterion or a list. All must pass.","$ref":"#/$defs/criteria"},"judge":{"$ref":"#/$defs/judge"},"rubric":{"$ref":"#/$defs/levels"}}},"metric":{"title":"MetricName","description":"A measured quantity, of each turn or of the whole conversation.","type":"string","enum":["per_turn.response_latency","per_turn.response_length","per_turn.response_words","per_turn.output_tokens","per_turn.input_tokens","per_turn.tool_calls","per_conversation.turn_count","per_conversation.total_time","per_conversation.total_response_time","per_conversation.total_response_length","per_conversation.total_tokens","per_conversation.cost","per_conversation.tool_calls","per_conversation.steps"]},"assert":{"description":"Checks on the response. All are evaluated, and all must hold.","type":"array","minItems":1,"items":{"$ref":"#/$defs/check"}},"value_reference":{"title":"ValueReference","description":"A value of the case or of its item, by exactly one key.","type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"input":{"description":"The value of an input of the case.","type":"string","minLength":1},"field":{"description":"A field of the item.","$ref":"#/$defs/field"},"text":{"description":"A text in which {{name}} is replaced by the value of an input.","type":"string","minLength":1}}},"text":{"if":{"type":"object","anyOf":[{"required":["input"]},{"required":["field"]},{"required":["text"]}]},"then":{"$ref":"#/$defs/value_reference"},"else":{"type":"string","minLength":1}},"texts":{"if":{"type":"object","anyOf":[{"required":["input"]},{"required":["field"]},{"required":["text"]}]},"then":{"$ref":"#/$defs/value_reference"},"else":{"type":"array","minItems":1,"items":{"if":{"type":"object","anyOf":[{"required":["input"]},{"required":["field"]},{"required":["text"]}]},"then":{"$ref":"#/$defs/value_reference"},"else":{"type":"string","minLength":1}}}},"count":{"if":{"type":"object","anyOf":[{"required":["input"]},{"required":["field"]},{"required":["text"]}]},"then":{"$ref":"#/$defs/value_reference"},"else":{"type":"integer","minimum":1,"maximum":1000000000}},"pointer":{"description":"a JSON pointer begins with a slash, such as /total or /items/0/price","type":"string","pattern":"^(?:/[^~]*(?:~[01][^~]*)*)?$"},"json_value":{"title":"JsonValueCheck","description":"One value in the JSON of the response equals the expected value.","type":"object","additionalProperties":false,"required":["equals"],"properties":{"at":{"description":"JSON pointer of the value, such as /total or /items/0/price. Default: the whole JSON.","$ref":"#/$defs/pointer"},"equals":{"description":"The expected value, of any kind. It may hold references such as { field: NAME }.","type":["string","number","boolean","null","array","object"]},"within":{"description":"How far a number may be from the expected one. Default: 0.","type":"number","minimum":0},"ignore_case":{"description":"Whether upper and lower case are the same. Default: false.","type":"boolean"}}},"amount":{"if":{"type":"object","anyOf":[{"required":["input"]},{"required":["field"]},{"required":["text"]}]},"then":{"$ref":"#/$defs/value_reference"},"else":{"type":"number"}},"limit":{"if":{"type":"object","anyOf":[{"required":["input"]},{"required":["field"]},{"required":["text"]}]},"then":{"$ref":"#/$defs/value_reference"},"else":{"type":"number","exclusiveMinimum":0}},"contains_json":{"type":["boolean","object","string"],"minLength":1},"number_range":{"title":"NumberRange","type":"object","additionalProperties":false,"minProperties":1,"properties":{"gt":{"description":"The number is greater than this.","$ref":"#/$defs/amount"},"gte":{"description":"The number is at least this.","$ref":"#/$defs/amount"},"lt":{"description":"The number is less than this.","$ref":"#/$defs/amount"},"lte":{"description":"The number is at most this.","$ref":"#/$defs/amount"},"equals":{"description":"The number equals this.","$ref":"#/$defs/amount"},"within":{"description":"How far it may be from `equals`. Default: 0.","$ref":"#/$defs/amount"}}},"edit_distance":{"title":"EditDistance","type":"object","additionalProperties":false,"required":["to","max"],"properties":{"to":{"description":"The expected text, of at most 100,000 characters.","$ref":"#/$defs/text"},"max":{"description":"The greatest distance, from 0 to 1,000.","$ref":"#/$defs/edits"}}},"similar":{"title":"Similar","type":"object","additionalProperties":false,"required":["to"],"properties":{"to":{"description":"The text that responses are compared with.","$ref":"#/$defs/text"},"min":{"description":"The least cosine, from -1 to 1.","$ref":"#/$defs/cosine"},"max":{"description":"The greatest cosine, from -1 to 1.","$ref":"#/$defs/cosine"}}},"cosine":{"if":{"type":"object","anyOf":[{"required":["input"]},{"required":["field"]},{"required":["text"]}]},"then":{"$ref":"#/$defs/value_reference"},"else":{"type":"number","minimum":-1,"maximum":1}},"embedding_model":{"description":"The model that makes embeddings for `similar`, such as openai:NAME.","type":"string","pattern":"\\S"},"edits":{"if":{"type":"object","anyOf":[{"required":["input"]},{"required":["field"]},{"required":["text"]}]},"then":{"$ref":"#/$defs/value_reference"},"else":{"type":"integer","minimum":0,"maximum":1000}},"at_least":{"title":"AtLeast","type":"object","additionalProperties":false,"required":["count","of"],"properties":{"count":{"description":"How many of the checks must hold.","$ref":"#/$defs/count"},"of":{"description":"The checks. None of them may be at_least.","type":"array","minItems":1,"items":{"$ref":"#/$defs/check"}}}},"check_about":{"description":"The name of the check in reports.","type":"string","pattern":"\\S","maxLength":200},"call_name":{"if":{"type":"object","anyOf":[{"required":["input"]},{"required":["field"]},{"required":["text"]}]},"then":{"$ref":"#/$defs/value_reference"},"else":{"type":"string","pattern":"\\S"}},"most":{"if":{"type":"object"},"then":{"$ref":"#/$defs/value_reference"},"else":{"type":"integer","minimum":0,"maximum":1000000000}},"times":{"if":{"type":"object"},"then":{"$ref":"#/$defs/times_range"},"else":{"type":"integer","minimum":1,"maximum":1000000000}},"times_range":{"title":"TimesRange","type":"object","additionalProperties":false,"minProperties":1,"properties":{"min":{"description":"At least this often.","type":"integer","minimum":1,"maximum":1000000000},"max":{"description":"At most this often, also never.","type":"integer","minimum":1,"maximum":1000000000}}},"wanted_call":{"if":{"type":"object","not":{"anyOf":[{"required":["input"]},{"required":["field"]},{"required":["text"]}]}},"then":{"$ref":"#/$defs/called"},"else":{"$ref":"#/$defs/call_name"}},"wanted_calls":{"if":{"type":"array"},"then":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/wanted_call"}},"else":{"$ref":"#/$defs/wanted_call"}},"called":{"title":"CalledCheck","description":"A call of a tool.","type":"object","additionalProperties":false,"required":["tool"],"properties":{"tool":{"description":"The name of the tool.","$ref":"#/$defs/call_name"},"arguments":{"description":"What the arguments have: mappings by key, lists by position and length, numbers by value.","type":["string","number","boolean","null","array","object"]},"arguments_schema":{"description":"A JSON Schema that the arguments are valid against: inline, or the path of a JSON or YAML file.","type":["object","string"],"minLength":1},"exactly":{"description":"Whether these are all arguments. Default: false.","type":"boolean"},"times":{"description":"How many calls fit: a number, or { min, max }. Default: at least one.","$ref":"#/$defs/times"}}},"wanted_order":{"if":{"type":"object","not":{"anyOf":[{"required":["input"]},{"required":["field"]},{"required":["text"]}]}},"then":{"$ref":"#/$defs/called_in_order"},"else":{"$ref":"#/$defs/texts"}},"called_in_order":{"title":"CalledInOrderCheck","description":"Tools in the order of their calls.","type":"object","additionalProperties":false,"required":["tools"],"properties":{"tools":{"description":"The names of the tools, in their order.","$ref":"#/$defs/texts"},"exactly":{"description":"Whether there are no other calls. Default: false.","type":"boolean"}}},"wanted_step":{"if":{"type":"object","not":{"anyOf":[{"required":["input"]},{"required":["field"]},{"required":["text"]}]}},"then":{"$ref":"#/$defs/step"},"else":{"$ref":"#/$defs/call_name"}},"step":{"title":"StepCheck","description":"A step of an application.","type":"object","additionalProperties":false,"required":["name"],"properties":{"name":{"description":"The name of the step.","$ref":"#/$defs/call_name"},"times":{"description":"How often: a number, or { min, max }. Default: at least once.","$ref":"#/$defs/times"}}},"check":{"title":"Check","description":"One rule on one response, with its name in reports and the piece of the reply that it sees.","type":"object","additionalProperties":false,"allOf":[{"if":{"required":["about"]},"then":{"if":{"required":["extract"]},"then":{"required":["about","extract"],"minProperties":3,"maxProperties":3},"else":{"required":["about"],"minProperties":2,"maxProperties":2}},"else":{"if":{"required":["extract"]},"then":{"required":["extract"],"minProperties":2,"maxProperties":2},"else":{"required":[],"minProperties":1,"maxProperties":1}}}],"properties":{"about":{"$ref":"#/$defs/check_about"},"extract":{"$ref":"#/$defs/check_extract"},"contains":{"description":"The response contains the text. Case-sensitive.","$ref":"#/$defs/text"},"not_contains":{"description":"The response does not contain the text. Case-sensitive.","$ref":"#/$defs/text"},"contains_any":{"description":"The response contains at least one of the texts.","$ref":"#/$defs/texts"},"contains_all":{"description":"The response contains all of the texts.","$ref":"#/$defs/texts"},"not_contains_any":{"description":"The response contains none of the texts.","$ref":"#/$defs/texts"},"icontains":{"description":"The response contains the text. Case-insensitive.","$ref":"#/$defs/text"},"not_icontains":{"description":"The response does not contain the text. Case-insensitive.","$ref":"#/$defs/text"},"icontains_any":{"description":"The response contains at least one of the texts. Case-insensitive.","$ref":"#/$defs/texts"},"icontains_all":{"description":"The response contains all of the texts. Case-insensitive.","$ref":"#/$defs/texts"},"not_icontains_any":{"description":"The response contains none of the texts. Case-insensitive.","$ref":"#/$defs/texts"},"equals":{"description":"The response equals the text. White space at both ends is ignored.","$ref":"#/$defs/text"},"not_equals":{"description":"The response does not equal the text. White space at both ends is ignored.","$ref":"#/$defs/text"},"equals_any":{"description":"The response equals one of the texts. White space at both ends is ignored.","$ref":"#/$defs/texts"},"not_equals_any":{"description":"The response equals none of the texts. White space at both ends is ignored.","$ref":"#/$defs/texts"},"starts_with":{"description":"The response starts with the text. White space at both ends is ignored.","$ref":"#/$defs/text"},"not_starts_with":{"description":"The response does not start with the text. White space at both ends is ignored.","$ref":"#/$defs/text"},"starts_with_any":{"description":"The response starts with one of the texts. White space at both ends is ignored.","$ref":"#/$defs/texts"},"not_starts_with_any":{"description":"The response starts with none of the texts. White space at both ends is ignored.","$ref":"#/$defs/texts"},"ends_with":{"description":"The response ends with the text. White space at both ends is ignored.","$ref":"#/$defs/text"},"not_ends_with":{"description":"The response does not end with the text. White space at both ends is ignored.","$ref":"#/$defs/text"},"ends_with_any":{"description":"The response ends with one of the texts. White space at both ends is ignored.","$ref":"#/$defs/texts"},"not_ends_with_any":{"description":"The response ends with none of the texts. White space at both ends is ignored.","$ref":"#/$defs/texts"},"matches":{"description":"The regular expression matches somewhere in the response.","$ref":"#/$defs/text"},"not_matches":{"description":"The regular expression matches nowhere in the response.","$ref":"#/$defs/text"},"matches_any":{"description":"At least one of the regular expressions matches somewhere in the response.","$ref":"#/$defs/texts"},"not_matches_any":{"description":"None of the regular expressions matches anywhere in the response.","$ref":"#/$defs/texts"},"min_tokens":{"description":"The response has at least this many words separated by white space.","$ref":"#/$defs/count"},"max_tokens":{"description":"The response has at most this many words separated by white space.","$ref":"#/$defs/count"},"min_chars":{"description":"The response has at least this many characters (Unicode code points).","$ref":"#/$defs/count"},"max_chars":{"description":"The response has at most this many characters (Unicode code points).","$ref":"#/$defs/count"},"is_json":{"description":"The response, or the only fenced block in it, is valid JSON.","type":"boolean","const":true},"not_is_json":{"description":"Neither the response nor the only fenced block in it is valid JSON.","type":"boolean","const":true},"json_schema":{"description":"The response is JSON and valid against this JSON Schema (2020-12 or draft-07): inline, or the path of a JSON or YAML file.","type":["object","string"],"minLength":1},"not_json_schema":{"description":"The response is JSON and not valid against this JSON Schema.","type":["object","string"],"minLength":1},"json_value":{"description":"One value in the JSON of the response equals the expected value.","$ref":"#/$defs/json_value"},"not_json_value":{"description":"The response is JSON, and the value in it does not equal the one that is not expected.","$ref":"#/$defs/json_value"},"contains_json":{"description":"Some JSON object or list inside the response is valid: true, or a JSON Schema, or the path of one.","$ref":"#/$defs/contains_json"},"not_contains_json":{"description":"No JSON object or list inside the response is valid.","$ref":"#/$defs/contains_json"},"number":{"description":"The whole response, without white space at both ends, is one JSON number that fits.","$ref":"#/$defs/number_range"},"edit_distance":{"description":"The response becomes the text if at most `max` characters (Unicode code points) are added, removed or replaced.","$ref":"#/$defs/edit_distance"},"max_latency_s":{"description":"Each response took at most this many seconds. Unknown latency: ungraded.","$ref":"#/$defs/limit"},"max_cost_usd":{"description":"The responses cost at most this many dollars. Unknown cost: ungraded.","$ref":"#/$defs/limit"},"refuses":{"description":"The provider reports a refusal, or the judge decides that the response declines to do what was asked.","type":"boolean","const":true},"not_refuses":{"description":"The response does not decline to do what was asked.","type":"boolean","const":true},"similar":{"description":"The cosine of the embeddings of the response and of a text is at least `min` and at most `max`.","$ref":"#/$defs/similar"},"called":{"description":"The tool was called, with these arguments if any are given.","$ref":"#/$defs/wanted_call"},"not_called":{"description":"The tool was not called, or not with these arguments: one tool, or a list of them.","$ref":"#/$defs/wanted_calls"},"called_in_order":{"description":"The tools were called in this order. Other calls between them are allowed.","$ref":"#/$defs/wanted_order"},"min_calls":{"description":"At least this many tool calls.","$ref":"#/$defs/count"},"max_calls":{"description":"At most this many tool calls; 0 for none.","$ref":"#/$defs/most"},"valid_calls":{"description":"Every call names a declared tool, and its arguments are valid. There is at least one call.","type":"boolean","const":true},"step":{"description":"The application took the step of this name.","$ref":"#/$defs/wanted_step"},"max_steps":{"description":"At most this many steps of the application.","$ref":"#/$defs/most"},"command":{"description":"The program reads the response on standard input. The check holds if it exits with 0. Runs only if trusted.","type":"array","minItems":1,"prefixItems":[{"type":"string","pattern":"\\S"}],"items":{"type":"string"}},"module":{"description":"The function of the module returns true, or { pass: true, reason }. FILE#NAME, or { use, args }. Runs only if trusted.","type":["string","object"],"pattern":"\\S","additionalProperties":false,"required":["use"],"properties":{"use":{"description":"FILE#NAME, such as checks.mjs#polite.","type":"string"},"args":{"description":"Data for the function.","tsType":"unknown"}}},"at_least":{"description":"At least `count` of the checks hold.","$ref":"#/$defs/at_least"}}},"class":{"title":"ClassReading","description":"Reads one class from each response and compares it with the expected one. Needs a data set.","type":"object","additionalProperties":false,"required":["expected"],"properties":{"expected":{"description":"The expected class: { field: NAME }, or a text.","$ref":"#/$defs/text_or_field"},"at":{"description":"JSON pointer of the class in the response, such as /category. Default: the whole response.","$ref":"#/$defs/pointer"},"of":{"description":"All classes, at most 100. Default: the expected values in the file.","type":"array","minItems":1,"items":{"type":"string","pattern":"\\S"}},"ignore_case":{"description":"Whether upper and lower case are the same. Default: false.","type":"boolean"}}},"criteria":{"type":["object","array"],"if":{"type":"array"},"then":{"minItems":1,"items":{"$ref":"#/$defs/criterion"}},"else":{"$ref":"#/$defs/criterion"}},"min_score":{"description":"The lowest score with which a trial counts as good.","type":"number","minimum":0,"maximum":100},"proportion":{"description":"The share of trials that must be good. Below 1, since no sample can prove 1.","type":"number","exclusiveMinimum":0,"maximum":1},"threshold":{"description":"The value to compare with, in the unit of the metric or on the judge's scale.","type":"number"},"cap":{"description":"Larger values count as the cap.","type":"number","exclusiveMinimum":0},"method":{"description":"The test of the mean. betting needs more trials and is proved for all distributions. Default: gaffke.","type":"string","enum":["gaffke","betting"]},"proportion_criterion":{"title":"ProportionCriterion","type":"object","additionalProperties":false,"required":["proportion"],"properties":{"min_score":{"$comment":"beside expected_behavior","$ref":"#/$defs/min_score"},"threshold":{"$comment":"beside metric","$ref":"#/$defs/threshold"},"proportion":{"$ref":"#/$defs/proportion"},"significance_level":{"$ref":"#/$defs/significance_level"}}},"proportion_gte_criterion":{"title":"ProportionGteCriterion","type":"object","additionalProperties":false,"required":["proportion"],"properties":{"min_score":{"$comment":"beside expected_behavior","$ref":"#/$defs/min_score"},"threshold":{"$comment":"beside metric","$ref":"#/$defs/threshold"},"proportion":{"$ref":"#/$defs/proportion"},"significance_level":{"$ref":"#/$defs/significance_level"},"by":{"description":"people: labels of eva label decide it instead of the judge. Needs a rubric.","type":"string","enum":["people"]},"labels":{"description":"With by: people, the number of answers that people label, a random sample of all answers of the case. Default: 100.","type":"integer","minimum":1,"maximum":100000}}},"mean_criterion":{"title":"MeanCriterion","type":"object","additionalProperties":false,"required":["threshold"],"properties":{"threshold":{"$ref":"#/$defs/threshold"},"cap":{"$comment":"beside metric","$ref":"#/$defs/cap"},"method":{"$ref":"#/$defs/method"},"significance_level":{"$ref":"#/$defs/significance_level"}}},"median_criterion":{"title":"MedianCriterion","type":"object","additionalProperties":false,"required":["threshold"],"properties":{"threshold":{"$ref":"#/$defs/threshold"},"significance_level":{"$ref":"#/$defs/significance_level"}}},"class_criterion":{"title":"ClassCriterion","type":"object","additionalProperties":false,"required":["class","proportion"],"properties":{"class":{"description":"The class that the claim is about; each: every class.","type":"string","pattern":"\\S"},"proportion":{"description":"The share that recall, precision or F1 must reach. Below 1.","type":"number","exclusiveMinimum":0,"maximum":1},"significance_level":{"$ref":"#/$defs/significance_level"}}},"criterion":{"title":"Criterion","description":"One rule that turns scores or measurements into a verdict.","type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"proportion_gte":{"description":"The share of trials that pass, that reach min_score, or that measure at least threshold, is at least proportion.","$ref":"#/$defs/proportion_gte_criterion"},"proportion_gt":{"description":"The share of trials that measure more than threshold is at least proportion.","$ref":"#/$defs/proportion_criterion"},"proportion_lt":{"description":"The share of trials that measure less than threshold is at least proportion.","$ref":"#/$defs/proportion_criterion"},"proportion_lte":{"description":"The share of trials that measure at most threshold is at least proportion.","$ref":"#/$defs/proportion_criterion"},"mean_gte":{"description":"The mean is at least threshold.","$ref":"#/$defs/mean_criterion"},"mean_gt":{"description":"The mean is more than threshold.","$ref":"#/$defs/mean_criterion"},"mean_lt":{"description":"The mean is less than threshold.","$ref":"#/$defs/mean_criterion"},"mean_lte":{"description":"The mean is at most threshold.","$ref":"#/$defs/mean_criterion"},"median_gte":{"description":"The median is at least threshold.","$ref":"#/$defs/median_criterion"},"median_gt":{"description":"The median is more than threshold.","$ref":"#/$defs/median_criterion"},"median_lt":{"description":"The median is less than threshold.","$ref":"#/$defs/median_criterion"},"median_lte":{"description":"The median is at most threshold.","$ref":"#/$defs/median_criterion"},"recall_gte":{"$comment":"beside class","description":"Of the items of the class, at least proportion are answered with it.","$ref":"#/$defs/class_criterion"},"precision_gte":{"$comment":"beside class","description":"Of the answers with the class, at least proportion are right.","$ref":"#/$defs/class_criterion"},"f1_gte":{"$comment":"beside class","description":"The F1 of the class is at least proportion.","$ref":"#/$defs/class_criterion"}}}}};
const schema135 = {"title":"CompareSetting","description":"The comparison that eva promote needs for ready: eva compare must show that the prompt is not worse than another version.","type":"object","additionalProperties":false,"required":["against"],"properties":{"against":{"description":"The version to compare with: ready (the version that was promoted to ready last), the id of another prompt, or a git ref such as main.","type":"string","pattern":"\\S"},"not_worse_by":{"description":"The greatest allowed loss, as a share: 0.02 means 2 points of a pass rate, or of the scale of a score. Default: 0.05.","type":"number","exclusiveMinimum":0,"exclusiveMaximum":1},"cases":{"description":"The names of the cases and scenarios that decide. Default: all.","type":"array","minItems":1,"items":{"type":"string","pattern":"\\S"}},"better":{"description":"true: the prompt must be better, not only not worse. Default: false.","type":"boolean"}}};
const pattern16 = new RegExp("^x-", "u");
const schema40 = {"title":"Defaults","description":"Settings for every case and scenario that does not override them.","type":"object","additionalProperties":false,"properties":{"model":{"$ref":"#/$defs/model"},"models":{"$ref":"#/$defs/models"},"timeout_s":{"$ref":"#/$defs/timeout_s"},"max_tokens":{"$ref":"#/$defs/max_tokens"},"temperature":{"$ref":"#/$defs/temperature"},"top_p":{"$ref":"#/$defs/top_p"},"top_k":{"$ref":"#/$defs/top_k"},"stop":{"$ref":"#/$defs/stop"},"sampling_seed":{"$ref":"#/$defs/sampling_seed"},"reasoning":{"$ref":"#/$defs/reasoning"},"response_format":{"$ref":"#/$defs/response_format"},"tools":{"$ref":"#/$defs/tools"},"tool_choice":{"$ref":"#/$defs/tool_choice"},"extra":{"$ref":"#/$defs/extra"},"sample_size":{"$ref":"#/$defs/sample_size"},"significance_level":{"$ref":"#/$defs/significance_level"},"stop_early":{"$ref":"#/$defs/stop_early"},"sequential":{"$ref":"#/$defs/sequential"},"timeouts":{"$ref":"#/$defs/timeouts"},"expected":{"$ref":"#/$defs/expected"},"seed":{"$ref":"#/$defs/seed"},"assert":{"$ref":"#/$defs/assert"},"rubric":{"$ref":"#/$defs/case_rubric"},"extract":{"$ref":"#/$defs/extract"},"embedding_model":{"$ref":"#/$defs/embedding_model"},"judge":{"$ref":"#/$defs/judge"},"user_simulator":{"$ref":"#/$defs/user_simulator"}}};
const schema41 = {"description":"A model: claude-…, anthropic:NAME, openai:NAME, openai-responses:NAME, azure:NAME, bedrock:NAME, vertex:NAME, claude-cli:NAME, or command:NAME for an entry of providers in eva.yml.","type":"string","pattern":"\\S"};
const schema45 = {"description":"Seconds that one attempt of a call may take, up to its last byte. Default: 60.","type":"number","exclusiveMinimum":0,"maximum":86400};
const schema46 = {"description":"Maximum number of tokens of a reply. A truncated reply fails its trial. Default: 4096, for judges and simulated users 1024.","type":"integer","minimum":1,"maximum":10000000};
const schema47 = {"description":"Sampling temperature. Sent to the model only if it is set.","type":"number","minimum":0,"maximum":2};
const schema48 = {"description":"Nucleus sampling: the share of probability from which the model draws each token.","type":"number","minimum":0,"maximum":1};
const schema49 = {"description":"Number of the most probable tokens from which the model draws each token. Not for openai.","type":"integer","minimum":1,"maximum":1000000};
const schema50 = {"description":"1 to 16 texts at which the model stops; for openai at most 4.","type":"array","minItems":1,"maxItems":16,"items":{"type":"string","minLength":1}};
const schema51 = {"description":"Seed that the provider gets, plus the number of the trial. Not for anthropic.","type":"integer","minimum":-2147483648,"maximum":2147483647};
const schema52 = {"title":"ReasoningSetting","description":"How much the model thinks before it answers: { effort: TEXT } or { budget_tokens: N }.","type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"effort":{"description":"An effort that the model knows, such as low, medium or high.","type":"string","pattern":"\\S"},"budget_tokens":{"description":"Maximum number of tokens for thinking. Less than max_tokens. Not for openai.","type":"integer","minimum":1,"maximum":10000000}}};
const schema61 = {"title":"ExtraSetting","description":"Keys that eva adds to the body of a request as they are, by type of provider: { anthropic: {…}, openai: {…} }.","type":"object","additionalProperties":false,"minProperties":1,"properties":{"anthropic":{"description":"Keys for requests to providers of type anthropic.","type":"object","minProperties":1,"additionalProperties":true},"openai":{"description":"Keys for requests to providers of type openai.","type":"object","minProperties":1,"additionalProperties":true},"openai-responses":{"description":"Keys for requests to providers of type openai-responses.","type":"object","minProperties":1,"additionalProperties":true},"azure":{"description":"Keys for requests to providers of type azure.","type":"object","minProperties":1,"additionalProperties":true},"bedrock":{"description":"Keys for requests to providers of type bedrock.","type":"object","minProperties":1,"additionalProperties":true},"vertex":{"description":"Keys for requests to providers of type vertex.","type":"object","minProperties":1,"additionalProperties":true}}};
const schema71 = {"description":"Maximum number of trials of a case; with a data set, of its items or clusters. Default: 1; with a data set, all.","type":"integer","minimum":1,"maximum":100000};
const schema72 = {"description":"Maximum probability of a false pass. Default: 0.05.","type":"number","exclusiveMinimum":0,"maximum":0.5};
const schema73 = {"description":"Whether a case stops as soon as no further trial can change whether it passes. Default: true.","type":"boolean"};
const schema74 = {"description":"Whether a sequential test decides after every trial. sample_size is then the maximum. Default: false.","type":"boolean"};
const schema75 = {"description":"A call that times out: fail lets its trial fail, ask_again retries the call once. Default: fail in cases with statistical criteria, else ask_again.","type":"string","enum":["fail","ask_again"]};
const schema76 = {"description":"The rate of passing trials that you expect. It must be above every bar of the case. eva uses it to plan sample sizes.","type":"number","exclusiveMinimum":0,"exclusiveMaximum":1};
const schema77 = {"description":"Seed of everything that eva draws at random, such as writing styles and the order of items. Default: 0.","type":"integer","minimum":0,"maximum":9007199254740991};
const schema120 = {"description":"The model that makes embeddings for `similar`, such as openai:NAME.","type":"string","pattern":"\\S"};
const func96 = characters;
const schema42 = {"description":"The variants of the model under test, instead of model. Each makes a run of its own. Only in eval.yml.","type":"array","minItems":1,"maxItems":50,"items":{"$ref":"#/$defs/variant"}};
const schema43 = {"title":"ModelVariant","description":"The name of a model, or a model with its settings.","type":["string","object"],"pattern":"\\S","additionalProperties":false,"required":["model"],"properties":{"name":{"description":"The name in reports, in models of a case and for --model. Default: the model.","type":"string","pattern":"\\S","maxLength":200},"model":{"$ref":"#/$defs/model"},"timeout_s":{"$ref":"#/$defs/timeout_s"},"max_tokens":{"$ref":"#/$defs/max_tokens"},"temperature":{"$ref":"#/$defs/temperature"},"top_p":{"$ref":"#/$defs/top_p"},"top_k":{"$ref":"#/$defs/top_k"},"stop":{"$ref":"#/$defs/stop"},"sampling_seed":{"$ref":"#/$defs/sampling_seed"},"reasoning":{"$ref":"#/$defs/reasoning"},"response_format":{"$ref":"#/$defs/response_format"},"tools":{"$ref":"#/$defs/tools"},"tool_choice":{"$ref":"#/$defs/tool_choice"},"extra":{"$ref":"#/$defs/extra"}}};
const schema53 = {"description":"The form of the reply: json, or { json_schema: … }. anthropic needs a schema.","if":{"type":"object"},"then":{"$ref":"#/$defs/json_schema_format"},"else":{"type":"string","enum":["json"]}};
const schema54 = {"title":"JsonSchemaSetting","type":"object","additionalProperties":false,"required":["json_schema"],"properties":{"json_schema":{"description":"The JSON Schema of the reply: inline, or the path of a JSON or YAML file.","type":["object","string"],"minLength":1},"name":{"description":"name of the format: 1 to 64 letters, digits, _ and -. Default: response.","type":"string","pattern":"^[a-zA-Z0-9_-]{1,64}$"},"strict":{"description":"Whether openai enforces the schema. anthropic always does.","type":"boolean"}}};
const pattern23 = new RegExp("^[a-zA-Z0-9_-]{1,64}$", "u");

function validate27(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate27.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(data && typeof data == "object" && !Array.isArray(data))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.json_schema === undefined) || (!(func0.call(data, "json_schema")))){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "json_schema"},parentSchema:schema54,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(((key0 === "json_schema") || (key0 === "name")) || (key0 === "strict"))){
const err2 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema54,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.json_schema !== undefined && func0.call(data, "json_schema")){
let data0 = data.json_schema;
if((!(data0 && typeof data0 == "object" && !Array.isArray(data0))) && (typeof data0 !== "string")){
const err3 = {instancePath:instancePath+"/json_schema",keyword:"type",params:{type: schema54.properties.json_schema.type},parentSchema:schema54.properties.json_schema,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(typeof data0 === "string"){
if(func96(data0) < 1){
const err4 = {instancePath:instancePath+"/json_schema",keyword:"minLength",params:{limit: 1},parentSchema:schema54.properties.json_schema,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
if(data.name !== undefined && func0.call(data, "name")){
let data1 = data.name;
if(typeof data1 === "string"){
if(!pattern23.test(data1)){
const err5 = {instancePath:instancePath+"/name",keyword:"pattern",params:{pattern: "^[a-zA-Z0-9_-]{1,64}$"},schema:"^[a-zA-Z0-9_-]{1,64}$",parentSchema:schema54.properties.name,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/name",keyword:"type",params:{type: "string"},parentSchema:schema54.properties.name,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.strict !== undefined && func0.call(data, "strict")){
let data2 = data.strict;
if(typeof data2 !== "boolean"){
const err7 = {instancePath:instancePath+"/strict",keyword:"type",params:{type: "boolean"},parentSchema:schema54.properties.strict,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema54,data};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
ifClause0 = "then";
}
else {
const _errs13 = errors;
if(typeof data !== "string"){
const err9 = {instancePath,keyword:"type",params:{type: "string"},parentSchema:schema53.else,data};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!(data === "json")){
const err10 = {instancePath,keyword:"enum",params:{allowedValues: schema53.else.enum},parentSchema:schema53.else,data};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
var _valid0 = _errs13 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err11 = {instancePath,keyword:"if",params:{failingKeyword: ifClause0},parentSchema:schema53,data};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate27.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate27.evaluated = {"dynamicProps":true,"dynamicItems":false};

const schema55 = {"description":"Tools that the model may call, or the path of a JSON or YAML file with such a list. eva declares them and does not run them.","type":["string","array"],"minLength":1,"minItems":1,"maxItems":128,"items":{"$ref":"#/$defs/tool"}};
const schema56 = {"title":"ToolSetting","description":"A tool that the model may call.","type":"object","additionalProperties":false,"required":["name","input_schema"],"properties":{"name":{"$ref":"#/$defs/tool_name"},"description":{"description":"When to call the tool, for the model.","type":"string","pattern":"\\S"},"input_schema":{"description":"The JSON Schema of its arguments: inline, or the path of a JSON or YAML file.","type":["object","string"],"minLength":1}}};
const schema57 = {"description":"name of a tool: 1 to 64 letters, digits, _ and -","type":"string","pattern":"^[a-zA-Z0-9_-]{1,64}$"};

function validate30(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate30.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.name === undefined) || (!(func0.call(data, "name")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "name"},parentSchema:schema56,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.input_schema === undefined) || (!(func0.call(data, "input_schema")))){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "input_schema"},parentSchema:schema56,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(((key0 === "name") || (key0 === "description")) || (key0 === "input_schema"))){
const err2 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema56,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.name !== undefined && func0.call(data, "name")){
let data0 = data.name;
if(typeof data0 === "string"){
if(!pattern23.test(data0)){
const err3 = {instancePath:instancePath+"/name",keyword:"pattern",params:{pattern: "^[a-zA-Z0-9_-]{1,64}$"},schema:"^[a-zA-Z0-9_-]{1,64}$",parentSchema:schema57,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/name",keyword:"type",params:{type: "string"},parentSchema:schema57,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.description !== undefined && func0.call(data, "description")){
let data1 = data.description;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err5 = {instancePath:instancePath+"/description",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema56.properties.description,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/description",keyword:"type",params:{type: "string"},parentSchema:schema56.properties.description,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.input_schema !== undefined && func0.call(data, "input_schema")){
let data2 = data.input_schema;
if((!(data2 && typeof data2 == "object" && !Array.isArray(data2))) && (typeof data2 !== "string")){
const err7 = {instancePath:instancePath+"/input_schema",keyword:"type",params:{type: schema56.properties.input_schema.type},parentSchema:schema56.properties.input_schema,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(typeof data2 === "string"){
if(func96(data2) < 1){
const err8 = {instancePath:instancePath+"/input_schema",keyword:"minLength",params:{limit: 1},parentSchema:schema56.properties.input_schema,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
}
else {
const err9 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema56,data};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate30.errors = vErrors;
return errors === 0;
}
validate30.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate29(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate29.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if((typeof data !== "string") && (!(Array.isArray(data)))){
const err0 = {instancePath,keyword:"type",params:{type: schema55.type},parentSchema:schema55,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(typeof data === "string"){
if(func96(data) < 1){
const err1 = {instancePath,keyword:"minLength",params:{limit: 1},parentSchema:schema55,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(Array.isArray(data)){
if(data.length > 128){
const err2 = {instancePath,keyword:"maxItems",params:{limit: 128},parentSchema:schema55,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data.length < 1){
const err3 = {instancePath,keyword:"minItems",params:{limit: 1},parentSchema:schema55,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(validate30(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate30.errors : vErrors.concat(validate30.errors);
errors = vErrors.length;
}
}
}
validate29.errors = vErrors;
return errors === 0;
}
validate29.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};

const schema58 = {"description":"Whether the model calls tools: auto, none, required, or { tool: NAME }.","if":{"type":"object"},"then":{"$ref":"#/$defs/one_tool"},"else":{"type":"string","enum":["auto","none","required"]}};
const schema59 = {"title":"OneTool","type":"object","additionalProperties":false,"required":["tool"],"properties":{"tool":{"$ref":"#/$defs/tool_name"}}};

function validate34(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate34.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.tool === undefined) || (!(func0.call(data, "tool")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "tool"},parentSchema:schema59,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(key0 === "tool")){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema59,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.tool !== undefined && func0.call(data, "tool")){
let data0 = data.tool;
if(typeof data0 === "string"){
if(!pattern23.test(data0)){
const err2 = {instancePath:instancePath+"/tool",keyword:"pattern",params:{pattern: "^[a-zA-Z0-9_-]{1,64}$"},schema:"^[a-zA-Z0-9_-]{1,64}$",parentSchema:schema57,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/tool",keyword:"type",params:{type: "string"},parentSchema:schema57,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema59,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate34.errors = vErrors;
return errors === 0;
}
validate34.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate33(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate33.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(data && typeof data == "object" && !Array.isArray(data))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs3 = errors;
if(!(validate34(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate34.errors : vErrors.concat(validate34.errors);
errors = vErrors.length;
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
ifClause0 = "then";
}
else {
const _errs4 = errors;
if(typeof data !== "string"){
const err1 = {instancePath,keyword:"type",params:{type: "string"},parentSchema:schema58.else,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(!(((data === "auto") || (data === "none")) || (data === "required"))){
const err2 = {instancePath,keyword:"enum",params:{allowedValues: schema58.else.enum},parentSchema:schema58.else,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var _valid0 = _errs4 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err3 = {instancePath,keyword:"if",params:{failingKeyword: ifClause0},parentSchema:schema58,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate33.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate33.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate26(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate26.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if((typeof data !== "string") && (!(data && typeof data == "object" && !Array.isArray(data)))){
const err0 = {instancePath,keyword:"type",params:{type: schema43.type},parentSchema:schema43,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(typeof data === "string"){
if(!pattern4.test(data)){
const err1 = {instancePath,keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema43,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.model === undefined) || (!(func0.call(data, "model")))){
const err2 = {instancePath,keyword:"required",params:{missingProperty: "model"},parentSchema:schema43,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(func0.call(schema43.properties, key0))){
const err3 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema43,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.name !== undefined && func0.call(data, "name")){
let data0 = data.name;
if(typeof data0 === "string"){
if(func96(data0) > 200){
const err4 = {instancePath:instancePath+"/name",keyword:"maxLength",params:{limit: 200},parentSchema:schema43.properties.name,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(!pattern4.test(data0)){
const err5 = {instancePath:instancePath+"/name",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema43.properties.name,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/name",keyword:"type",params:{type: "string"},parentSchema:schema43.properties.name,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.model !== undefined && func0.call(data, "model")){
let data1 = data.model;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err7 = {instancePath:instancePath+"/model",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema41,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/model",keyword:"type",params:{type: "string"},parentSchema:schema41,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.timeout_s !== undefined && func0.call(data, "timeout_s")){
let data2 = data.timeout_s;
if(typeof data2 == "number"){
if(data2 > 86400 || isNaN(data2)){
const err9 = {instancePath:instancePath+"/timeout_s",keyword:"maximum",params:{comparison: "<=", limit: 86400},parentSchema:schema45,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data2 <= 0 || isNaN(data2)){
const err10 = {instancePath:instancePath+"/timeout_s",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema45,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/timeout_s",keyword:"type",params:{type: "number"},parentSchema:schema45,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.max_tokens !== undefined && func0.call(data, "max_tokens")){
let data3 = data.max_tokens;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
const err12 = {instancePath:instancePath+"/max_tokens",keyword:"type",params:{type: "integer"},parentSchema:schema46,data:data3};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(typeof data3 == "number"){
if(data3 > 10000000 || isNaN(data3)){
const err13 = {instancePath:instancePath+"/max_tokens",keyword:"maximum",params:{comparison: "<=", limit: 10000000},parentSchema:schema46,data:data3};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err14 = {instancePath:instancePath+"/max_tokens",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema46,data:data3};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
if(data.temperature !== undefined && func0.call(data, "temperature")){
let data4 = data.temperature;
if(typeof data4 == "number"){
if(data4 > 2 || isNaN(data4)){
const err15 = {instancePath:instancePath+"/temperature",keyword:"maximum",params:{comparison: "<=", limit: 2},parentSchema:schema47,data:data4};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data4 < 0 || isNaN(data4)){
const err16 = {instancePath:instancePath+"/temperature",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema47,data:data4};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/temperature",keyword:"type",params:{type: "number"},parentSchema:schema47,data:data4};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.top_p !== undefined && func0.call(data, "top_p")){
let data5 = data.top_p;
if(typeof data5 == "number"){
if(data5 > 1 || isNaN(data5)){
const err18 = {instancePath:instancePath+"/top_p",keyword:"maximum",params:{comparison: "<=", limit: 1},parentSchema:schema48,data:data5};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data5 < 0 || isNaN(data5)){
const err19 = {instancePath:instancePath+"/top_p",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema48,data:data5};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
else {
const err20 = {instancePath:instancePath+"/top_p",keyword:"type",params:{type: "number"},parentSchema:schema48,data:data5};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.top_k !== undefined && func0.call(data, "top_k")){
let data6 = data.top_k;
if(!((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6)))){
const err21 = {instancePath:instancePath+"/top_k",keyword:"type",params:{type: "integer"},parentSchema:schema49,data:data6};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(typeof data6 == "number"){
if(data6 > 1000000 || isNaN(data6)){
const err22 = {instancePath:instancePath+"/top_k",keyword:"maximum",params:{comparison: "<=", limit: 1000000},parentSchema:schema49,data:data6};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data6 < 1 || isNaN(data6)){
const err23 = {instancePath:instancePath+"/top_k",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema49,data:data6};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
}
if(data.stop !== undefined && func0.call(data, "stop")){
let data7 = data.stop;
if(Array.isArray(data7)){
if(data7.length > 16){
const err24 = {instancePath:instancePath+"/stop",keyword:"maxItems",params:{limit: 16},parentSchema:schema50,data:data7};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data7.length < 1){
const err25 = {instancePath:instancePath+"/stop",keyword:"minItems",params:{limit: 1},parentSchema:schema50,data:data7};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
const len0 = data7.length;
for(let i0=0; i0<len0; i0++){
let data8 = data7[i0];
if(typeof data8 === "string"){
if(func96(data8) < 1){
const err26 = {instancePath:instancePath+"/stop/" + i0,keyword:"minLength",params:{limit: 1},parentSchema:schema50.items,data:data8};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/stop/" + i0,keyword:"type",params:{type: "string"},parentSchema:schema50.items,data:data8};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath:instancePath+"/stop",keyword:"type",params:{type: "array"},parentSchema:schema50,data:data7};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.sampling_seed !== undefined && func0.call(data, "sampling_seed")){
let data9 = data.sampling_seed;
if(!((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9)))){
const err29 = {instancePath:instancePath+"/sampling_seed",keyword:"type",params:{type: "integer"},parentSchema:schema51,data:data9};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(typeof data9 == "number"){
if(data9 > 2147483647 || isNaN(data9)){
const err30 = {instancePath:instancePath+"/sampling_seed",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},parentSchema:schema51,data:data9};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(data9 < -2147483648 || isNaN(data9)){
const err31 = {instancePath:instancePath+"/sampling_seed",keyword:"minimum",params:{comparison: ">=", limit: -2147483648},parentSchema:schema51,data:data9};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
if(data.reasoning !== undefined && func0.call(data, "reasoning")){
let data10 = data.reasoning;
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(Object.keys(data10).length > 1){
const err32 = {instancePath:instancePath+"/reasoning",keyword:"maxProperties",params:{limit: 1},parentSchema:schema52,data:data10};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(Object.keys(data10).length < 1){
const err33 = {instancePath:instancePath+"/reasoning",keyword:"minProperties",params:{limit: 1},parentSchema:schema52,data:data10};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
for(const key1 of Object.keys(data10)){
if(!((key1 === "effort") || (key1 === "budget_tokens"))){
const err34 = {instancePath:instancePath+"/reasoning",keyword:"additionalProperties",params:{additionalProperty: key1},parentSchema:schema52,data:data10};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data10.effort !== undefined && func0.call(data10, "effort")){
let data11 = data10.effort;
if(typeof data11 === "string"){
if(!pattern4.test(data11)){
const err35 = {instancePath:instancePath+"/reasoning/effort",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema52.properties.effort,data:data11};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
else {
const err36 = {instancePath:instancePath+"/reasoning/effort",keyword:"type",params:{type: "string"},parentSchema:schema52.properties.effort,data:data11};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data10.budget_tokens !== undefined && func0.call(data10, "budget_tokens")){
let data12 = data10.budget_tokens;
if(!((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12)))){
const err37 = {instancePath:instancePath+"/reasoning/budget_tokens",keyword:"type",params:{type: "integer"},parentSchema:schema52.properties.budget_tokens,data:data12};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(typeof data12 == "number"){
if(data12 > 10000000 || isNaN(data12)){
const err38 = {instancePath:instancePath+"/reasoning/budget_tokens",keyword:"maximum",params:{comparison: "<=", limit: 10000000},parentSchema:schema52.properties.budget_tokens,data:data12};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(data12 < 1 || isNaN(data12)){
const err39 = {instancePath:instancePath+"/reasoning/budget_tokens",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema52.properties.budget_tokens,data:data12};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
}
}
else {
const err40 = {instancePath:instancePath+"/reasoning",keyword:"type",params:{type: "object"},parentSchema:schema52,data:data10};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data.response_format !== undefined && func0.call(data, "response_format")){
if(!(validate27(data.response_format, {instancePath:instancePath+"/response_format",parentData:data,parentDataProperty:"response_format",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data.tools !== undefined && func0.call(data, "tools")){
if(!(validate29(data.tools, {instancePath:instancePath+"/tools",parentData:data,parentDataProperty:"tools",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
errors = vErrors.length;
}
}
if(data.tool_choice !== undefined && func0.call(data, "tool_choice")){
if(!(validate33(data.tool_choice, {instancePath:instancePath+"/tool_choice",parentData:data,parentDataProperty:"tool_choice",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
errors = vErrors.length;
}
}
if(data.extra !== undefined && func0.call(data, "extra")){
let data16 = data.extra;
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
if(Object.keys(data16).length < 1){
const err41 = {instancePath:instancePath+"/extra",keyword:"minProperties",params:{limit: 1},parentSchema:schema61,data:data16};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
for(const key2 of Object.keys(data16)){
if(!((((((key2 === "anthropic") || (key2 === "openai")) || (key2 === "openai-responses")) || (key2 === "azure")) || (key2 === "bedrock")) || (key2 === "vertex"))){
const err42 = {instancePath:instancePath+"/extra",keyword:"additionalProperties",params:{additionalProperty: key2},parentSchema:schema61,data:data16};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data16.anthropic !== undefined && func0.call(data16, "anthropic")){
let data17 = data16.anthropic;
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
if(Object.keys(data17).length < 1){
const err43 = {instancePath:instancePath+"/extra/anthropic",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties.anthropic,data:data17};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
else {
const err44 = {instancePath:instancePath+"/extra/anthropic",keyword:"type",params:{type: "object"},parentSchema:schema61.properties.anthropic,data:data17};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data16.openai !== undefined && func0.call(data16, "openai")){
let data18 = data16.openai;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(Object.keys(data18).length < 1){
const err45 = {instancePath:instancePath+"/extra/openai",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties.openai,data:data18};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
else {
const err46 = {instancePath:instancePath+"/extra/openai",keyword:"type",params:{type: "object"},parentSchema:schema61.properties.openai,data:data18};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data16["openai-responses"] !== undefined && func0.call(data16, "openai-responses")){
let data19 = data16["openai-responses"];
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
if(Object.keys(data19).length < 1){
const err47 = {instancePath:instancePath+"/extra/openai-responses",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties["openai-responses"],data:data19};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
else {
const err48 = {instancePath:instancePath+"/extra/openai-responses",keyword:"type",params:{type: "object"},parentSchema:schema61.properties["openai-responses"],data:data19};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data16.azure !== undefined && func0.call(data16, "azure")){
let data20 = data16.azure;
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
if(Object.keys(data20).length < 1){
const err49 = {instancePath:instancePath+"/extra/azure",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties.azure,data:data20};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
else {
const err50 = {instancePath:instancePath+"/extra/azure",keyword:"type",params:{type: "object"},parentSchema:schema61.properties.azure,data:data20};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
}
if(data16.bedrock !== undefined && func0.call(data16, "bedrock")){
let data21 = data16.bedrock;
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
if(Object.keys(data21).length < 1){
const err51 = {instancePath:instancePath+"/extra/bedrock",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties.bedrock,data:data21};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
else {
const err52 = {instancePath:instancePath+"/extra/bedrock",keyword:"type",params:{type: "object"},parentSchema:schema61.properties.bedrock,data:data21};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
if(data16.vertex !== undefined && func0.call(data16, "vertex")){
let data22 = data16.vertex;
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
if(Object.keys(data22).length < 1){
const err53 = {instancePath:instancePath+"/extra/vertex",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties.vertex,data:data22};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
}
else {
const err54 = {instancePath:instancePath+"/extra/vertex",keyword:"type",params:{type: "object"},parentSchema:schema61.properties.vertex,data:data22};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
}
else {
const err55 = {instancePath:instancePath+"/extra",keyword:"type",params:{type: "object"},parentSchema:schema61,data:data16};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
}
validate26.errors = vErrors;
return errors === 0;
}
validate26.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate25(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate25.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(Array.isArray(data)){
if(data.length > 50){
const err0 = {instancePath,keyword:"maxItems",params:{limit: 50},parentSchema:schema42,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.length < 1){
const err1 = {instancePath,keyword:"minItems",params:{limit: 1},parentSchema:schema42,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(validate26(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate26.errors : vErrors.concat(validate26.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath,keyword:"type",params:{type: "array"},parentSchema:schema42,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate25.errors = vErrors;
return errors === 0;
}
validate25.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};

const schema78 = {"description":"Checks on the response. All are evaluated, and all must hold.","type":"array","minItems":1,"items":{"$ref":"#/$defs/check"}};
const schema79 = {"title":"Check","description":"One rule on one response, with its name in reports and the piece of the reply that it sees.","type":"object","additionalProperties":false,"allOf":[{"if":{"required":["about"]},"then":{"if":{"required":["extract"]},"then":{"required":["about","extract"],"minProperties":3,"maxProperties":3},"else":{"required":["about"],"minProperties":2,"maxProperties":2}},"else":{"if":{"required":["extract"]},"then":{"required":["extract"],"minProperties":2,"maxProperties":2},"else":{"required":[],"minProperties":1,"maxProperties":1}}}],"properties":{"about":{"$ref":"#/$defs/check_about"},"extract":{"$ref":"#/$defs/check_extract"},"contains":{"description":"The response contains the text. Case-sensitive.","$ref":"#/$defs/text"},"not_contains":{"description":"The response does not contain the text. Case-sensitive.","$ref":"#/$defs/text"},"contains_any":{"description":"The response contains at least one of the texts.","$ref":"#/$defs/texts"},"contains_all":{"description":"The response contains all of the texts.","$ref":"#/$defs/texts"},"not_contains_any":{"description":"The response contains none of the texts.","$ref":"#/$defs/texts"},"icontains":{"description":"The response contains the text. Case-insensitive.","$ref":"#/$defs/text"},"not_icontains":{"description":"The response does not contain the text. Case-insensitive.","$ref":"#/$defs/text"},"icontains_any":{"description":"The response contains at least one of the texts. Case-insensitive.","$ref":"#/$defs/texts"},"icontains_all":{"description":"The response contains all of the texts. Case-insensitive.","$ref":"#/$defs/texts"},"not_icontains_any":{"description":"The response contains none of the texts. Case-insensitive.","$ref":"#/$defs/texts"},"equals":{"description":"The response equals the text. White space at both ends is ignored.","$ref":"#/$defs/text"},"not_equals":{"description":"The response does not equal the text. White space at both ends is ignored.","$ref":"#/$defs/text"},"equals_any":{"description":"The response equals one of the texts. White space at both ends is ignored.","$ref":"#/$defs/texts"},"not_equals_any":{"description":"The response equals none of the texts. White space at both ends is ignored.","$ref":"#/$defs/texts"},"starts_with":{"description":"The response starts with the text. White space at both ends is ignored.","$ref":"#/$defs/text"},"not_starts_with":{"description":"The response does not start with the text. White space at both ends is ignored.","$ref":"#/$defs/text"},"starts_with_any":{"description":"The response starts with one of the texts. White space at both ends is ignored.","$ref":"#/$defs/texts"},"not_starts_with_any":{"description":"The response starts with none of the texts. White space at both ends is ignored.","$ref":"#/$defs/texts"},"ends_with":{"description":"The response ends with the text. White space at both ends is ignored.","$ref":"#/$defs/text"},"not_ends_with":{"description":"The response does not end with the text. White space at both ends is ignored.","$ref":"#/$defs/text"},"ends_with_any":{"description":"The response ends with one of the texts. White space at both ends is ignored.","$ref":"#/$defs/texts"},"not_ends_with_any":{"description":"The response ends with none of the texts. White space at both ends is ignored.","$ref":"#/$defs/texts"},"matches":{"description":"The regular expression matches somewhere in the response.","$ref":"#/$defs/text"},"not_matches":{"description":"The regular expression matches nowhere in the response.","$ref":"#/$defs/text"},"matches_any":{"description":"At least one of the regular expressions matches somewhere in the response.","$ref":"#/$defs/texts"},"not_matches_any":{"description":"None of the regular expressions matches anywhere in the response.","$ref":"#/$defs/texts"},"min_tokens":{"description":"The response has at least this many words separated by white space.","$ref":"#/$defs/count"},"max_tokens":{"description":"The response has at most this many words separated by white space.","$ref":"#/$defs/count"},"min_chars":{"description":"The response has at least this many characters (Unicode code points).","$ref":"#/$defs/count"},"max_chars":{"description":"The response has at most this many characters (Unicode code points).","$ref":"#/$defs/count"},"is_json":{"description":"The response, or the only fenced block in it, is valid JSON.","type":"boolean","const":true},"not_is_json":{"description":"Neither the response nor the only fenced block in it is valid JSON.","type":"boolean","const":true},"json_schema":{"description":"The response is JSON and valid against this JSON Schema (2020-12 or draft-07): inline, or the path of a JSON or YAML file.","type":["object","string"],"minLength":1},"not_json_schema":{"description":"The response is JSON and not valid against this JSON Schema.","type":["object","string"],"minLength":1},"json_value":{"description":"One value in the JSON of the response equals the expected value.","$ref":"#/$defs/json_value"},"not_json_value":{"description":"The response is JSON, and the value in it does not equal the one that is not expected.","$ref":"#/$defs/json_value"},"contains_json":{"description":"Some JSON object or list inside the response is valid: true, or a JSON Schema, or the path of one.","$ref":"#/$defs/contains_json"},"not_contains_json":{"description":"No JSON object or list inside the response is valid.","$ref":"#/$defs/contains_json"},"number":{"description":"The whole response, without white space at both ends, is one JSON number that fits.","$ref":"#/$defs/number_range"},"edit_distance":{"description":"The response becomes the text if at most `max` characters (Unicode code points) are added, removed or replaced.","$ref":"#/$defs/edit_distance"},"max_latency_s":{"description":"Each response took at most this many seconds. Unknown latency: ungraded.","$ref":"#/$defs/limit"},"max_cost_usd":{"description":"The responses cost at most this many dollars. Unknown cost: ungraded.","$ref":"#/$defs/limit"},"refuses":{"description":"The provider reports a refusal, or the judge decides that the response declines to do what was asked.","type":"boolean","const":true},"not_refuses":{"description":"The response does not decline to do what was asked.","type":"boolean","const":true},"similar":{"description":"The cosine of the embeddings of the response and of a text is at least `min` and at most `max`.","$ref":"#/$defs/similar"},"called":{"description":"The tool was called, with these arguments if any are given.","$ref":"#/$defs/wanted_call"},"not_called":{"description":"The tool was not called, or not with these arguments: one tool, or a list of them.","$ref":"#/$defs/wanted_calls"},"called_in_order":{"description":"The tools were called in this order. Other calls between them are allowed.","$ref":"#/$defs/wanted_order"},"min_calls":{"description":"At least this many tool calls.","$ref":"#/$defs/count"},"max_calls":{"description":"At most this many tool calls; 0 for none.","$ref":"#/$defs/most"},"valid_calls":{"description":"Every call names a declared tool, and its arguments are valid. There is at least one call.","type":"boolean","const":true},"step":{"description":"The application took the step of this name.","$ref":"#/$defs/wanted_step"},"max_steps":{"description":"At most this many steps of the application.","$ref":"#/$defs/most"},"command":{"description":"The program reads the response on standard input. The check holds if it exits with 0. Runs only if trusted.","type":"array","minItems":1,"prefixItems":[{"type":"string","pattern":"\\S"}],"items":{"type":"string"}},"module":{"description":"The function of the module returns true, or { pass: true, reason }. FILE#NAME, or { use, args }. Runs only if trusted.","type":["string","object"],"pattern":"\\S","additionalProperties":false,"required":["use"],"properties":{"use":{"description":"FILE#NAME, such as checks.mjs#polite.","type":"string"},"args":{"description":"Data for the function.","tsType":"unknown"}}},"at_least":{"description":"At least `count` of the checks hold.","$ref":"#/$defs/at_least"}}};
const schema80 = {"description":"The name of the check in reports.","type":"string","pattern":"\\S","maxLength":200};
const schema91 = {"type":["boolean","object","string"],"minLength":1};
const schema81 = {"description":"The piece of the reply that this check, or the checks and rubrics of this case, see. whole: the whole reply. Default: that of the case, or of defaults.","type":["object","string"],"if":{"type":"object"},"then":{"$ref":"#/$defs/extract"},"else":{"type":"string","enum":["whole"]}};
const schema82 = {"title":"Extract","description":"The piece of the reply that checks and rubrics see, by exactly one of tag, json, matches, fence and module.","type":"object","additionalProperties":false,"minProperties":1,"properties":{"tag":{"description":"A tag by its name alone: answer for the last <answer>…</answer> of the reply.","type":"string","pattern":"^[A-Za-z_][A-Za-z0-9_.:-]*$"},"json":{"description":"JSON pointer of a value in the JSON of the reply, such as /label.","$ref":"#/$defs/pointer"},"matches":{"description":"A regular expression: its first match.","type":"string","minLength":1},"group":{"description":"The group of matches that is taken, by its number or name. Default: the whole match.","type":["integer","string"],"minimum":1,"minLength":1},"fence":{"description":"The language of the only fenced block of that kind; true for any.","type":["string","boolean"],"pattern":"^[^\\s`]+$","if":{"type":"boolean"},"then":{"const":true}},"module":{"description":"A function of a module, as FILE#NAME: it returns a text, or null if it finds none.","type":"string","pattern":"^[^#]+#[^#]+$"}}};
const schema83 = {"description":"a JSON pointer begins with a slash, such as /total or /items/0/price","type":"string","pattern":"^(?:/[^~]*(?:~[01][^~]*)*)?$"};
const pattern29 = new RegExp("^[A-Za-z_][A-Za-z0-9_.:-]*$", "u");
const pattern30 = new RegExp("^(?:/[^~]*(?:~[01][^~]*)*)?$", "u");
const pattern31 = new RegExp("^[^\\s`]+$", "u");
const pattern32 = new RegExp("^[^#]+#[^#]+$", "u");

function validate45(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate45.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
const err0 = {instancePath,keyword:"minProperties",params:{limit: 1},parentSchema:schema82,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!((((((key0 === "tag") || (key0 === "json")) || (key0 === "matches")) || (key0 === "group")) || (key0 === "fence")) || (key0 === "module"))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema82,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.tag !== undefined && func0.call(data, "tag")){
let data0 = data.tag;
if(typeof data0 === "string"){
if(!pattern29.test(data0)){
const err2 = {instancePath:instancePath+"/tag",keyword:"pattern",params:{pattern: "^[A-Za-z_][A-Za-z0-9_.:-]*$"},parentSchema:schema82.properties.tag,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/tag",keyword:"type",params:{type: "string"},parentSchema:schema82.properties.tag,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.json !== undefined && func0.call(data, "json")){
let data1 = data.json;
if(typeof data1 === "string"){
if(!pattern30.test(data1)){
const err4 = {instancePath:instancePath+"/json",keyword:"pattern",params:{pattern: "^(?:/[^~]*(?:~[01][^~]*)*)?$"},parentSchema:schema83,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/json",keyword:"type",params:{type: "string"},parentSchema:schema83,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.matches !== undefined && func0.call(data, "matches")){
let data2 = data.matches;
if(typeof data2 === "string"){
if(func96(data2) < 1){
const err6 = {instancePath:instancePath+"/matches",keyword:"minLength",params:{limit: 1},parentSchema:schema82.properties.matches,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/matches",keyword:"type",params:{type: "string"},parentSchema:schema82.properties.matches,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.group !== undefined && func0.call(data, "group")){
let data3 = data.group;
if((!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))) && (typeof data3 !== "string")){
const err8 = {instancePath:instancePath+"/group",keyword:"type",params:{type: schema82.properties.group.type},parentSchema:schema82.properties.group,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(typeof data3 == "number"){
if(data3 < 1 || isNaN(data3)){
const err9 = {instancePath:instancePath+"/group",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema82.properties.group,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(typeof data3 === "string"){
if(func96(data3) < 1){
const err10 = {instancePath:instancePath+"/group",keyword:"minLength",params:{limit: 1},parentSchema:schema82.properties.group,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
if(data.fence !== undefined && func0.call(data, "fence")){
let data4 = data.fence;
if((typeof data4 !== "string") && (typeof data4 !== "boolean")){
const err11 = {instancePath:instancePath+"/fence",keyword:"type",params:{type: schema82.properties.fence.type},parentSchema:schema82.properties.fence,data:data4};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
const _errs13 = errors;
let valid2 = true;
const _errs14 = errors;
if(typeof data4 !== "boolean"){
const err12 = {};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
var _valid0 = _errs14 === errors;
errors = _errs13;
if(vErrors !== null){
if(_errs13){
vErrors.length = _errs13;
}
else {
vErrors = null;
}
}
if(_valid0){
const _errs16 = errors;
if(true !== data4){
const err13 = {instancePath:instancePath+"/fence",keyword:"const",params:{allowedValue: true},parentSchema:schema82.properties.fence.then,data:data4};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
var _valid0 = _errs16 === errors;
valid2 = _valid0;
}
if(!valid2){
const err14 = {instancePath:instancePath+"/fence",keyword:"if",params:{failingKeyword: "then"},parentSchema:schema82.properties.fence,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(typeof data4 === "string"){
if(!pattern31.test(data4)){
const err15 = {instancePath:instancePath+"/fence",keyword:"pattern",params:{pattern: "^[^\\s`]+$"},parentSchema:schema82.properties.fence,data:data4};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
if(data.module !== undefined && func0.call(data, "module")){
let data5 = data.module;
if(typeof data5 === "string"){
if(!pattern32.test(data5)){
const err16 = {instancePath:instancePath+"/module",keyword:"pattern",params:{pattern: "^[^#]+#[^#]+$"},parentSchema:schema82.properties.module,data:data5};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/module",keyword:"type",params:{type: "string"},parentSchema:schema82.properties.module,data:data5};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema82,data};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
validate45.errors = vErrors;
return errors === 0;
}
validate45.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate44(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate44.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if((!(data && typeof data == "object" && !Array.isArray(data))) && (typeof data !== "string")){
const err0 = {instancePath,keyword:"type",params:{type: schema81.type},parentSchema:schema81,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(!(data && typeof data == "object" && !Array.isArray(data))){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
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
let ifClause0;
if(_valid0){
const _errs4 = errors;
if(!(validate45(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate45.errors : vErrors.concat(validate45.errors);
errors = vErrors.length;
}
var _valid0 = _errs4 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
ifClause0 = "then";
}
else {
const _errs5 = errors;
if(typeof data !== "string"){
const err2 = {instancePath,keyword:"type",params:{type: "string"},parentSchema:schema81.else,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!(data === "whole")){
const err3 = {instancePath,keyword:"enum",params:{allowedValues: schema81.else.enum},parentSchema:schema81.else,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
var _valid0 = _errs5 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err4 = {instancePath,keyword:"if",params:{failingKeyword: ifClause0},parentSchema:schema81,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate44.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate44.evaluated = {"dynamicProps":true,"dynamicItems":false};

const schema84 = {"if":{"type":"object","anyOf":[{"required":["input"]},{"required":["field"]},{"required":["text"]}]},"then":{"$ref":"#/$defs/value_reference"},"else":{"type":"string","minLength":1}};
const schema85 = {"title":"ValueReference","description":"A value of the case or of its item, by exactly one key.","type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"input":{"description":"The value of an input of the case.","type":"string","minLength":1},"field":{"description":"A field of the item.","$ref":"#/$defs/field"},"text":{"description":"A text in which {{name}} is replaced by the value of an input.","type":"string","minLength":1}}};
const schema86 = {"type":"string","minLength":1};

function validate49(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate49.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 1){
const err0 = {instancePath,keyword:"maxProperties",params:{limit: 1},parentSchema:schema85,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(Object.keys(data).length < 1){
const err1 = {instancePath,keyword:"minProperties",params:{limit: 1},parentSchema:schema85,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(((key0 === "input") || (key0 === "field")) || (key0 === "text"))){
const err2 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema85,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.input !== undefined && func0.call(data, "input")){
let data0 = data.input;
if(typeof data0 === "string"){
if(func96(data0) < 1){
const err3 = {instancePath:instancePath+"/input",keyword:"minLength",params:{limit: 1},parentSchema:schema85.properties.input,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/input",keyword:"type",params:{type: "string"},parentSchema:schema85.properties.input,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.field !== undefined && func0.call(data, "field")){
let data1 = data.field;
if(typeof data1 === "string"){
if(func96(data1) < 1){
const err5 = {instancePath:instancePath+"/field",keyword:"minLength",params:{limit: 1},parentSchema:schema86,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/field",keyword:"type",params:{type: "string"},parentSchema:schema86,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.text !== undefined && func0.call(data, "text")){
let data2 = data.text;
if(typeof data2 === "string"){
if(func96(data2) < 1){
const err7 = {instancePath:instancePath+"/text",keyword:"minLength",params:{limit: 1},parentSchema:schema85.properties.text,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/text",keyword:"type",params:{type: "string"},parentSchema:schema85.properties.text,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema85,data};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate49.errors = vErrors;
return errors === 0;
}
validate49.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate48(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate48.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(data && typeof data == "object" && !Array.isArray(data))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const _errs3 = errors;
let valid1 = false;
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.input === undefined) || (!(func0.call(data, "input")))) && (missing0 = "input")){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid1 = _errs4 === errors;
valid1 = valid1 || _valid1;
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if(((data.field === undefined) || (!(func0.call(data, "field")))) && (missing1 = "field")){
const err2 = {};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid1 = _errs5 === errors;
valid1 = valid1 || _valid1;
const _errs6 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if(((data.text === undefined) || (!(func0.call(data, "text")))) && (missing2 = "text")){
const err3 = {};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid1 = _errs6 === errors;
valid1 = valid1 || _valid1;
if(!valid1){
const err4 = {};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs7 = errors;
if(!(validate49(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate49.errors : vErrors.concat(validate49.errors);
errors = vErrors.length;
}
var _valid0 = _errs7 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
ifClause0 = "then";
}
else {
const _errs8 = errors;
if(typeof data === "string"){
if(func96(data) < 1){
const err5 = {instancePath,keyword:"minLength",params:{limit: 1},parentSchema:schema84.else,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath,keyword:"type",params:{type: "string"},parentSchema:schema84.else,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var _valid0 = _errs8 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err7 = {instancePath,keyword:"if",params:{failingKeyword: ifClause0},parentSchema:schema84,data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate48.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate48.evaluated = {"dynamicProps":true,"dynamicItems":false};

const schema87 = {"if":{"type":"object","anyOf":[{"required":["input"]},{"required":["field"]},{"required":["text"]}]},"then":{"$ref":"#/$defs/value_reference"},"else":{"type":"array","minItems":1,"items":{"if":{"type":"object","anyOf":[{"required":["input"]},{"required":["field"]},{"required":["text"]}]},"then":{"$ref":"#/$defs/value_reference"},"else":{"type":"string","minLength":1}}}};

function validate53(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate53.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(data && typeof data == "object" && !Array.isArray(data))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const _errs3 = errors;
let valid1 = false;
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.input === undefined) || (!(func0.call(data, "input")))) && (missing0 = "input")){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid1 = _errs4 === errors;
valid1 = valid1 || _valid1;
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if(((data.field === undefined) || (!(func0.call(data, "field")))) && (missing1 = "field")){
const err2 = {};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid1 = _errs5 === errors;
valid1 = valid1 || _valid1;
const _errs6 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if(((data.text === undefined) || (!(func0.call(data, "text")))) && (missing2 = "text")){
const err3 = {};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid1 = _errs6 === errors;
valid1 = valid1 || _valid1;
if(!valid1){
const err4 = {};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs7 = errors;
if(!(validate49(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate49.errors : vErrors.concat(validate49.errors);
errors = vErrors.length;
}
var _valid0 = _errs7 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
ifClause0 = "then";
}
else {
const _errs8 = errors;
if(Array.isArray(data)){
if(data.length < 1){
const err5 = {instancePath,keyword:"minItems",params:{limit: 1},parentSchema:schema87.else,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
const _errs11 = errors;
let valid4 = true;
const _errs12 = errors;
if(!(data0 && typeof data0 == "object" && !Array.isArray(data0))){
const err6 = {};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
const _errs14 = errors;
let valid5 = false;
const _errs15 = errors;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing3;
if(((data0.input === undefined) || (!(func0.call(data0, "input")))) && (missing3 = "input")){
const err7 = {};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
var _valid3 = _errs15 === errors;
valid5 = valid5 || _valid3;
const _errs16 = errors;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing4;
if(((data0.field === undefined) || (!(func0.call(data0, "field")))) && (missing4 = "field")){
const err8 = {};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
var _valid3 = _errs16 === errors;
valid5 = valid5 || _valid3;
const _errs17 = errors;
if(data0 && typeof data0 == "object" && !Array.isArray(data0)){
let missing5;
if(((data0.text === undefined) || (!(func0.call(data0, "text")))) && (missing5 = "text")){
const err9 = {};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
var _valid3 = _errs17 === errors;
valid5 = valid5 || _valid3;
if(!valid5){
const err10 = {};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
else {
errors = _errs14;
if(vErrors !== null){
if(_errs14){
vErrors.length = _errs14;
}
else {
vErrors = null;
}
}
}
var _valid2 = _errs12 === errors;
errors = _errs11;
if(vErrors !== null){
if(_errs11){
vErrors.length = _errs11;
}
else {
vErrors = null;
}
}
let ifClause1;
if(_valid2){
const _errs18 = errors;
if(!(validate49(data0, {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate49.errors : vErrors.concat(validate49.errors);
errors = vErrors.length;
}
var _valid2 = _errs18 === errors;
valid4 = _valid2;
ifClause1 = "then";
}
else {
const _errs19 = errors;
if(typeof data0 === "string"){
if(func96(data0) < 1){
const err11 = {instancePath:instancePath+"/" + i0,keyword:"minLength",params:{limit: 1},parentSchema:schema87.else.items.else,data:data0};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/" + i0,keyword:"type",params:{type: "string"},parentSchema:schema87.else.items.else,data:data0};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
var _valid2 = _errs19 === errors;
valid4 = _valid2;
ifClause1 = "else";
}
if(!valid4){
const err13 = {instancePath:instancePath+"/" + i0,keyword:"if",params:{failingKeyword: ifClause1},parentSchema:schema87.else.items,data:data0};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath,keyword:"type",params:{type: "array"},parentSchema:schema87.else,data};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
var _valid0 = _errs8 === errors;
valid0 = _valid0;
if(valid0){
var items0 = true;
}
ifClause0 = "else";
}
if(!valid0){
const err15 = {instancePath,keyword:"if",params:{failingKeyword: ifClause0},parentSchema:schema87,data};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
validate53.errors = vErrors;
evaluated0.props = props0;
evaluated0.items = items0;
return errors === 0;
}
validate53.evaluated = {"dynamicProps":true,"dynamicItems":true};

const schema88 = {"if":{"type":"object","anyOf":[{"required":["input"]},{"required":["field"]},{"required":["text"]}]},"then":{"$ref":"#/$defs/value_reference"},"else":{"type":"integer","minimum":1,"maximum":1000000000}};

function validate80(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate80.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(data && typeof data == "object" && !Array.isArray(data))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const _errs3 = errors;
let valid1 = false;
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.input === undefined) || (!(func0.call(data, "input")))) && (missing0 = "input")){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid1 = _errs4 === errors;
valid1 = valid1 || _valid1;
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if(((data.field === undefined) || (!(func0.call(data, "field")))) && (missing1 = "field")){
const err2 = {};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid1 = _errs5 === errors;
valid1 = valid1 || _valid1;
const _errs6 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if(((data.text === undefined) || (!(func0.call(data, "text")))) && (missing2 = "text")){
const err3 = {};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid1 = _errs6 === errors;
valid1 = valid1 || _valid1;
if(!valid1){
const err4 = {};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs7 = errors;
if(!(validate49(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate49.errors : vErrors.concat(validate49.errors);
errors = vErrors.length;
}
var _valid0 = _errs7 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
ifClause0 = "then";
}
else {
const _errs8 = errors;
if(!((typeof data == "number") && (!(data % 1) && !isNaN(data)))){
const err5 = {instancePath,keyword:"type",params:{type: "integer"},parentSchema:schema88.else,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(typeof data == "number"){
if(data > 1000000000 || isNaN(data)){
const err6 = {instancePath,keyword:"maximum",params:{comparison: "<=", limit: 1000000000},parentSchema:schema88.else,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data < 1 || isNaN(data)){
const err7 = {instancePath,keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema88.else,data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
var _valid0 = _errs8 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err8 = {instancePath,keyword:"if",params:{failingKeyword: ifClause0},parentSchema:schema88,data};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate80.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate80.evaluated = {"dynamicProps":true,"dynamicItems":false};

const schema89 = {"title":"JsonValueCheck","description":"One value in the JSON of the response equals the expected value.","type":"object","additionalProperties":false,"required":["equals"],"properties":{"at":{"description":"JSON pointer of the value, such as /total or /items/0/price. Default: the whole JSON.","$ref":"#/$defs/pointer"},"equals":{"description":"The expected value, of any kind. It may hold references such as { field: NAME }.","type":["string","number","boolean","null","array","object"]},"within":{"description":"How far a number may be from the expected one. Default: 0.","type":"number","minimum":0},"ignore_case":{"description":"Whether upper and lower case are the same. Default: false.","type":"boolean"}}};

function validate86(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate86.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.equals === undefined) || (!(func0.call(data, "equals")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "equals"},parentSchema:schema89,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!((((key0 === "at") || (key0 === "equals")) || (key0 === "within")) || (key0 === "ignore_case"))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema89,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.at !== undefined && func0.call(data, "at")){
let data0 = data.at;
if(typeof data0 === "string"){
if(!pattern30.test(data0)){
const err2 = {instancePath:instancePath+"/at",keyword:"pattern",params:{pattern: "^(?:/[^~]*(?:~[01][^~]*)*)?$"},parentSchema:schema83,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/at",keyword:"type",params:{type: "string"},parentSchema:schema83,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.equals !== undefined && func0.call(data, "equals")){
let data1 = data.equals;
if((((typeof data1 != "object") && (typeof data1 !== "string")) && (!(typeof data1 == "number"))) && (typeof data1 !== "boolean")){
const err4 = {instancePath:instancePath+"/equals",keyword:"type",params:{type: schema89.properties.equals.type},parentSchema:schema89.properties.equals,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.within !== undefined && func0.call(data, "within")){
let data2 = data.within;
if(typeof data2 == "number"){
if(data2 < 0 || isNaN(data2)){
const err5 = {instancePath:instancePath+"/within",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema89.properties.within,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/within",keyword:"type",params:{type: "number"},parentSchema:schema89.properties.within,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.ignore_case !== undefined && func0.call(data, "ignore_case")){
let data3 = data.ignore_case;
if(typeof data3 !== "boolean"){
const err7 = {instancePath:instancePath+"/ignore_case",keyword:"type",params:{type: "boolean"},parentSchema:schema89.properties.ignore_case,data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema89,data};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate86.errors = vErrors;
return errors === 0;
}
validate86.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema93 = {"title":"NumberRange","type":"object","additionalProperties":false,"minProperties":1,"properties":{"gt":{"description":"The number is greater than this.","$ref":"#/$defs/amount"},"gte":{"description":"The number is at least this.","$ref":"#/$defs/amount"},"lt":{"description":"The number is less than this.","$ref":"#/$defs/amount"},"lte":{"description":"The number is at most this.","$ref":"#/$defs/amount"},"equals":{"description":"The number equals this.","$ref":"#/$defs/amount"},"within":{"description":"How far it may be from `equals`. Default: 0.","$ref":"#/$defs/amount"}}};
const schema94 = {"if":{"type":"object","anyOf":[{"required":["input"]},{"required":["field"]},{"required":["text"]}]},"then":{"$ref":"#/$defs/value_reference"},"else":{"type":"number"}};

function validate90(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate90.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(data && typeof data == "object" && !Array.isArray(data))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const _errs3 = errors;
let valid1 = false;
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.input === undefined) || (!(func0.call(data, "input")))) && (missing0 = "input")){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid1 = _errs4 === errors;
valid1 = valid1 || _valid1;
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if(((data.field === undefined) || (!(func0.call(data, "field")))) && (missing1 = "field")){
const err2 = {};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid1 = _errs5 === errors;
valid1 = valid1 || _valid1;
const _errs6 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if(((data.text === undefined) || (!(func0.call(data, "text")))) && (missing2 = "text")){
const err3 = {};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid1 = _errs6 === errors;
valid1 = valid1 || _valid1;
if(!valid1){
const err4 = {};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs7 = errors;
if(!(validate49(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate49.errors : vErrors.concat(validate49.errors);
errors = vErrors.length;
}
var _valid0 = _errs7 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
ifClause0 = "then";
}
else {
const _errs8 = errors;
if(!(typeof data == "number")){
const err5 = {instancePath,keyword:"type",params:{type: "number"},parentSchema:schema94.else,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
var _valid0 = _errs8 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err6 = {instancePath,keyword:"if",params:{failingKeyword: ifClause0},parentSchema:schema94,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate90.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate90.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate89(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate89.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
const err0 = {instancePath,keyword:"minProperties",params:{limit: 1},parentSchema:schema93,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!((((((key0 === "gt") || (key0 === "gte")) || (key0 === "lt")) || (key0 === "lte")) || (key0 === "equals")) || (key0 === "within"))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema93,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.gt !== undefined && func0.call(data, "gt")){
if(!(validate90(data.gt, {instancePath:instancePath+"/gt",parentData:data,parentDataProperty:"gt",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate90.errors : vErrors.concat(validate90.errors);
errors = vErrors.length;
}
}
if(data.gte !== undefined && func0.call(data, "gte")){
if(!(validate90(data.gte, {instancePath:instancePath+"/gte",parentData:data,parentDataProperty:"gte",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate90.errors : vErrors.concat(validate90.errors);
errors = vErrors.length;
}
}
if(data.lt !== undefined && func0.call(data, "lt")){
if(!(validate90(data.lt, {instancePath:instancePath+"/lt",parentData:data,parentDataProperty:"lt",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate90.errors : vErrors.concat(validate90.errors);
errors = vErrors.length;
}
}
if(data.lte !== undefined && func0.call(data, "lte")){
if(!(validate90(data.lte, {instancePath:instancePath+"/lte",parentData:data,parentDataProperty:"lte",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate90.errors : vErrors.concat(validate90.errors);
errors = vErrors.length;
}
}
if(data.equals !== undefined && func0.call(data, "equals")){
if(!(validate90(data.equals, {instancePath:instancePath+"/equals",parentData:data,parentDataProperty:"equals",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate90.errors : vErrors.concat(validate90.errors);
errors = vErrors.length;
}
}
if(data.within !== undefined && func0.call(data, "within")){
if(!(validate90(data.within, {instancePath:instancePath+"/within",parentData:data,parentDataProperty:"within",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate90.errors : vErrors.concat(validate90.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema93,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate89.errors = vErrors;
return errors === 0;
}
validate89.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema95 = {"title":"EditDistance","type":"object","additionalProperties":false,"required":["to","max"],"properties":{"to":{"description":"The expected text, of at most 100,000 characters.","$ref":"#/$defs/text"},"max":{"description":"The greatest distance, from 0 to 1,000.","$ref":"#/$defs/edits"}}};
const schema96 = {"if":{"type":"object","anyOf":[{"required":["input"]},{"required":["field"]},{"required":["text"]}]},"then":{"$ref":"#/$defs/value_reference"},"else":{"type":"integer","minimum":0,"maximum":1000}};

function validate101(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate101.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(data && typeof data == "object" && !Array.isArray(data))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const _errs3 = errors;
let valid1 = false;
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.input === undefined) || (!(func0.call(data, "input")))) && (missing0 = "input")){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid1 = _errs4 === errors;
valid1 = valid1 || _valid1;
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if(((data.field === undefined) || (!(func0.call(data, "field")))) && (missing1 = "field")){
const err2 = {};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid1 = _errs5 === errors;
valid1 = valid1 || _valid1;
const _errs6 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if(((data.text === undefined) || (!(func0.call(data, "text")))) && (missing2 = "text")){
const err3 = {};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid1 = _errs6 === errors;
valid1 = valid1 || _valid1;
if(!valid1){
const err4 = {};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs7 = errors;
if(!(validate49(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate49.errors : vErrors.concat(validate49.errors);
errors = vErrors.length;
}
var _valid0 = _errs7 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
ifClause0 = "then";
}
else {
const _errs8 = errors;
if(!((typeof data == "number") && (!(data % 1) && !isNaN(data)))){
const err5 = {instancePath,keyword:"type",params:{type: "integer"},parentSchema:schema96.else,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(typeof data == "number"){
if(data > 1000 || isNaN(data)){
const err6 = {instancePath,keyword:"maximum",params:{comparison: "<=", limit: 1000},parentSchema:schema96.else,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data < 0 || isNaN(data)){
const err7 = {instancePath,keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema96.else,data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
var _valid0 = _errs8 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err8 = {instancePath,keyword:"if",params:{failingKeyword: ifClause0},parentSchema:schema96,data};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate101.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate101.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate99(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate99.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.to === undefined) || (!(func0.call(data, "to")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "to"},parentSchema:schema95,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.max === undefined) || (!(func0.call(data, "max")))){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "max"},parentSchema:schema95,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!((key0 === "to") || (key0 === "max"))){
const err2 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema95,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.to !== undefined && func0.call(data, "to")){
if(!(validate48(data.to, {instancePath:instancePath+"/to",parentData:data,parentDataProperty:"to",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate48.errors : vErrors.concat(validate48.errors);
errors = vErrors.length;
}
}
if(data.max !== undefined && func0.call(data, "max")){
if(!(validate101(data.max, {instancePath:instancePath+"/max",parentData:data,parentDataProperty:"max",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate101.errors : vErrors.concat(validate101.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema95,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate99.errors = vErrors;
return errors === 0;
}
validate99.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema97 = {"if":{"type":"object","anyOf":[{"required":["input"]},{"required":["field"]},{"required":["text"]}]},"then":{"$ref":"#/$defs/value_reference"},"else":{"type":"number","exclusiveMinimum":0}};

function validate105(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate105.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(data && typeof data == "object" && !Array.isArray(data))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const _errs3 = errors;
let valid1 = false;
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.input === undefined) || (!(func0.call(data, "input")))) && (missing0 = "input")){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid1 = _errs4 === errors;
valid1 = valid1 || _valid1;
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if(((data.field === undefined) || (!(func0.call(data, "field")))) && (missing1 = "field")){
const err2 = {};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid1 = _errs5 === errors;
valid1 = valid1 || _valid1;
const _errs6 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if(((data.text === undefined) || (!(func0.call(data, "text")))) && (missing2 = "text")){
const err3 = {};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid1 = _errs6 === errors;
valid1 = valid1 || _valid1;
if(!valid1){
const err4 = {};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs7 = errors;
if(!(validate49(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate49.errors : vErrors.concat(validate49.errors);
errors = vErrors.length;
}
var _valid0 = _errs7 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
ifClause0 = "then";
}
else {
const _errs8 = errors;
if(typeof data == "number"){
if(data <= 0 || isNaN(data)){
const err5 = {instancePath,keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema97.else,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath,keyword:"type",params:{type: "number"},parentSchema:schema97.else,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var _valid0 = _errs8 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err7 = {instancePath,keyword:"if",params:{failingKeyword: ifClause0},parentSchema:schema97,data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate105.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate105.evaluated = {"dynamicProps":true,"dynamicItems":false};

const schema98 = {"title":"Similar","type":"object","additionalProperties":false,"required":["to"],"properties":{"to":{"description":"The text that responses are compared with.","$ref":"#/$defs/text"},"min":{"description":"The least cosine, from -1 to 1.","$ref":"#/$defs/cosine"},"max":{"description":"The greatest cosine, from -1 to 1.","$ref":"#/$defs/cosine"}}};
const schema99 = {"if":{"type":"object","anyOf":[{"required":["input"]},{"required":["field"]},{"required":["text"]}]},"then":{"$ref":"#/$defs/value_reference"},"else":{"type":"number","minimum":-1,"maximum":1}};

function validate111(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate111.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(data && typeof data == "object" && !Array.isArray(data))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const _errs3 = errors;
let valid1 = false;
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.input === undefined) || (!(func0.call(data, "input")))) && (missing0 = "input")){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid1 = _errs4 === errors;
valid1 = valid1 || _valid1;
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if(((data.field === undefined) || (!(func0.call(data, "field")))) && (missing1 = "field")){
const err2 = {};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid1 = _errs5 === errors;
valid1 = valid1 || _valid1;
const _errs6 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if(((data.text === undefined) || (!(func0.call(data, "text")))) && (missing2 = "text")){
const err3 = {};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid1 = _errs6 === errors;
valid1 = valid1 || _valid1;
if(!valid1){
const err4 = {};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs7 = errors;
if(!(validate49(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate49.errors : vErrors.concat(validate49.errors);
errors = vErrors.length;
}
var _valid0 = _errs7 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
ifClause0 = "then";
}
else {
const _errs8 = errors;
if(typeof data == "number"){
if(data > 1 || isNaN(data)){
const err5 = {instancePath,keyword:"maximum",params:{comparison: "<=", limit: 1},parentSchema:schema99.else,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data < -1 || isNaN(data)){
const err6 = {instancePath,keyword:"minimum",params:{comparison: ">=", limit: -1},parentSchema:schema99.else,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath,keyword:"type",params:{type: "number"},parentSchema:schema99.else,data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
var _valid0 = _errs8 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err8 = {instancePath,keyword:"if",params:{failingKeyword: ifClause0},parentSchema:schema99,data};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
validate111.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate111.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate109(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate109.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.to === undefined) || (!(func0.call(data, "to")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "to"},parentSchema:schema98,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(((key0 === "to") || (key0 === "min")) || (key0 === "max"))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema98,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.to !== undefined && func0.call(data, "to")){
if(!(validate48(data.to, {instancePath:instancePath+"/to",parentData:data,parentDataProperty:"to",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate48.errors : vErrors.concat(validate48.errors);
errors = vErrors.length;
}
}
if(data.min !== undefined && func0.call(data, "min")){
if(!(validate111(data.min, {instancePath:instancePath+"/min",parentData:data,parentDataProperty:"min",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate111.errors : vErrors.concat(validate111.errors);
errors = vErrors.length;
}
}
if(data.max !== undefined && func0.call(data, "max")){
if(!(validate111(data.max, {instancePath:instancePath+"/max",parentData:data,parentDataProperty:"max",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate111.errors : vErrors.concat(validate111.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema98,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate109.errors = vErrors;
return errors === 0;
}
validate109.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema100 = {"if":{"type":"object","not":{"anyOf":[{"required":["input"]},{"required":["field"]},{"required":["text"]}]}},"then":{"$ref":"#/$defs/called"},"else":{"$ref":"#/$defs/call_name"}};
const schema101 = {"title":"CalledCheck","description":"A call of a tool.","type":"object","additionalProperties":false,"required":["tool"],"properties":{"tool":{"description":"The name of the tool.","$ref":"#/$defs/call_name"},"arguments":{"description":"What the arguments have: mappings by key, lists by position and length, numbers by value.","type":["string","number","boolean","null","array","object"]},"arguments_schema":{"description":"A JSON Schema that the arguments are valid against: inline, or the path of a JSON or YAML file.","type":["object","string"],"minLength":1},"exactly":{"description":"Whether these are all arguments. Default: false.","type":"boolean"},"times":{"description":"How many calls fit: a number, or { min, max }. Default: at least one.","$ref":"#/$defs/times"}}};
const schema102 = {"if":{"type":"object","anyOf":[{"required":["input"]},{"required":["field"]},{"required":["text"]}]},"then":{"$ref":"#/$defs/value_reference"},"else":{"type":"string","pattern":"\\S"}};

function validate118(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate118.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(data && typeof data == "object" && !Array.isArray(data))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const _errs3 = errors;
let valid1 = false;
const _errs4 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.input === undefined) || (!(func0.call(data, "input")))) && (missing0 = "input")){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid1 = _errs4 === errors;
valid1 = valid1 || _valid1;
const _errs5 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if(((data.field === undefined) || (!(func0.call(data, "field")))) && (missing1 = "field")){
const err2 = {};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid1 = _errs5 === errors;
valid1 = valid1 || _valid1;
const _errs6 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if(((data.text === undefined) || (!(func0.call(data, "text")))) && (missing2 = "text")){
const err3 = {};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid1 = _errs6 === errors;
valid1 = valid1 || _valid1;
if(!valid1){
const err4 = {};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs7 = errors;
if(!(validate49(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate49.errors : vErrors.concat(validate49.errors);
errors = vErrors.length;
}
var _valid0 = _errs7 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
ifClause0 = "then";
}
else {
const _errs8 = errors;
if(typeof data === "string"){
if(!pattern4.test(data)){
const err5 = {instancePath,keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema102.else,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath,keyword:"type",params:{type: "string"},parentSchema:schema102.else,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
var _valid0 = _errs8 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err7 = {instancePath,keyword:"if",params:{failingKeyword: ifClause0},parentSchema:schema102,data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
validate118.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate118.evaluated = {"dynamicProps":true,"dynamicItems":false};

const schema103 = {"if":{"type":"object"},"then":{"$ref":"#/$defs/times_range"},"else":{"type":"integer","minimum":1,"maximum":1000000000}};
const schema104 = {"title":"TimesRange","type":"object","additionalProperties":false,"minProperties":1,"properties":{"min":{"description":"At least this often.","type":"integer","minimum":1,"maximum":1000000000},"max":{"description":"At most this often, also never.","type":"integer","minimum":1,"maximum":1000000000}}};

function validate121(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate121.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(data && typeof data == "object" && !Array.isArray(data))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
const err1 = {instancePath,keyword:"minProperties",params:{limit: 1},parentSchema:schema104,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!((key0 === "min") || (key0 === "max"))){
const err2 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema104,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.min !== undefined && func0.call(data, "min")){
let data0 = data.min;
if(!((typeof data0 == "number") && (!(data0 % 1) && !isNaN(data0)))){
const err3 = {instancePath:instancePath+"/min",keyword:"type",params:{type: "integer"},parentSchema:schema104.properties.min,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(typeof data0 == "number"){
if(data0 > 1000000000 || isNaN(data0)){
const err4 = {instancePath:instancePath+"/min",keyword:"maximum",params:{comparison: "<=", limit: 1000000000},parentSchema:schema104.properties.min,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data0 < 1 || isNaN(data0)){
const err5 = {instancePath:instancePath+"/min",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema104.properties.min,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
if(data.max !== undefined && func0.call(data, "max")){
let data1 = data.max;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
const err6 = {instancePath:instancePath+"/max",keyword:"type",params:{type: "integer"},parentSchema:schema104.properties.max,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(typeof data1 == "number"){
if(data1 > 1000000000 || isNaN(data1)){
const err7 = {instancePath:instancePath+"/max",keyword:"maximum",params:{comparison: "<=", limit: 1000000000},parentSchema:schema104.properties.max,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err8 = {instancePath:instancePath+"/max",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema104.properties.max,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
}
else {
const err9 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema104,data};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
ifClause0 = "then";
}
else {
const _errs11 = errors;
if(!((typeof data == "number") && (!(data % 1) && !isNaN(data)))){
const err10 = {instancePath,keyword:"type",params:{type: "integer"},parentSchema:schema103.else,data};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(typeof data == "number"){
if(data > 1000000000 || isNaN(data)){
const err11 = {instancePath,keyword:"maximum",params:{comparison: "<=", limit: 1000000000},parentSchema:schema103.else,data};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data < 1 || isNaN(data)){
const err12 = {instancePath,keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema103.else,data};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
var _valid0 = _errs11 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err13 = {instancePath,keyword:"if",params:{failingKeyword: ifClause0},parentSchema:schema103,data};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate121.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate121.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate117(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate117.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.tool === undefined) || (!(func0.call(data, "tool")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "tool"},parentSchema:schema101,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(((((key0 === "tool") || (key0 === "arguments")) || (key0 === "arguments_schema")) || (key0 === "exactly")) || (key0 === "times"))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema101,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.tool !== undefined && func0.call(data, "tool")){
if(!(validate118(data.tool, {instancePath:instancePath+"/tool",parentData:data,parentDataProperty:"tool",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate118.errors : vErrors.concat(validate118.errors);
errors = vErrors.length;
}
}
if(data.arguments !== undefined && func0.call(data, "arguments")){
let data1 = data.arguments;
if((((typeof data1 != "object") && (typeof data1 !== "string")) && (!(typeof data1 == "number"))) && (typeof data1 !== "boolean")){
const err2 = {instancePath:instancePath+"/arguments",keyword:"type",params:{type: schema101.properties.arguments.type},parentSchema:schema101.properties.arguments,data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.arguments_schema !== undefined && func0.call(data, "arguments_schema")){
let data2 = data.arguments_schema;
if((!(data2 && typeof data2 == "object" && !Array.isArray(data2))) && (typeof data2 !== "string")){
const err3 = {instancePath:instancePath+"/arguments_schema",keyword:"type",params:{type: schema101.properties.arguments_schema.type},parentSchema:schema101.properties.arguments_schema,data:data2};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(typeof data2 === "string"){
if(func96(data2) < 1){
const err4 = {instancePath:instancePath+"/arguments_schema",keyword:"minLength",params:{limit: 1},parentSchema:schema101.properties.arguments_schema,data:data2};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
if(data.exactly !== undefined && func0.call(data, "exactly")){
let data3 = data.exactly;
if(typeof data3 !== "boolean"){
const err5 = {instancePath:instancePath+"/exactly",keyword:"type",params:{type: "boolean"},parentSchema:schema101.properties.exactly,data:data3};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.times !== undefined && func0.call(data, "times")){
if(!(validate121(data.times, {instancePath:instancePath+"/times",parentData:data,parentDataProperty:"times",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate121.errors : vErrors.concat(validate121.errors);
errors = vErrors.length;
}
}
}
else {
const err6 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema101,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate117.errors = vErrors;
return errors === 0;
}
validate117.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate116(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate116.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(data && typeof data == "object" && !Array.isArray(data))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const _errs3 = errors;
const _errs4 = errors;
const _errs5 = errors;
let valid2 = false;
const _errs6 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.input === undefined) || (!(func0.call(data, "input")))) && (missing0 = "input")){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid1 = _errs6 === errors;
valid2 = valid2 || _valid1;
const _errs7 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if(((data.field === undefined) || (!(func0.call(data, "field")))) && (missing1 = "field")){
const err2 = {};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid1 = _errs7 === errors;
valid2 = valid2 || _valid1;
const _errs8 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if(((data.text === undefined) || (!(func0.call(data, "text")))) && (missing2 = "text")){
const err3 = {};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid1 = _errs8 === errors;
valid2 = valid2 || _valid1;
if(!valid2){
const err4 = {};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
errors = _errs5;
if(vErrors !== null){
if(_errs5){
vErrors.length = _errs5;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs4 === errors;
if(valid1){
const err5 = {};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs9 = errors;
if(!(validate117(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate117.errors : vErrors.concat(validate117.errors);
errors = vErrors.length;
}
var _valid0 = _errs9 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
ifClause0 = "then";
}
else {
const _errs10 = errors;
if(!(validate118(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate118.errors : vErrors.concat(validate118.errors);
errors = vErrors.length;
}
else {
var props1 = validate118.evaluated.props;
}
var _valid0 = _errs10 === errors;
valid0 = _valid0;
if(valid0){
if(props0 !== true && props1 !== undefined){
if(props1 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props1);
}
}
}
ifClause0 = "else";
}
if(!valid0){
const err6 = {instancePath,keyword:"if",params:{failingKeyword: ifClause0},parentSchema:schema100,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate116.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate116.evaluated = {"dynamicProps":true,"dynamicItems":false};

const schema105 = {"if":{"type":"array"},"then":{"type":"array","minItems":1,"items":{"$ref":"#/$defs/wanted_call"}},"else":{"$ref":"#/$defs/wanted_call"}};

function validate126(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate126.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(Array.isArray(data))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs3 = errors;
if(Array.isArray(data)){
if(data.length < 1){
const err1 = {instancePath,keyword:"minItems",params:{limit: 1},parentSchema:schema105.then,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(validate116(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate116.errors : vErrors.concat(validate116.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath,keyword:"type",params:{type: "array"},parentSchema:schema105.then,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
if(valid0){
var items0 = true;
}
ifClause0 = "then";
}
else {
const _errs6 = errors;
if(!(validate116(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate116.errors : vErrors.concat(validate116.errors);
errors = vErrors.length;
}
else {
var props1 = validate116.evaluated.props;
}
var _valid0 = _errs6 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err3 = {instancePath,keyword:"if",params:{failingKeyword: ifClause0},parentSchema:schema105,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate126.errors = vErrors;
evaluated0.props = props1;
evaluated0.items = items0;
return errors === 0;
}
validate126.evaluated = {"dynamicProps":true,"dynamicItems":true};

const schema106 = {"if":{"type":"object","not":{"anyOf":[{"required":["input"]},{"required":["field"]},{"required":["text"]}]}},"then":{"$ref":"#/$defs/called_in_order"},"else":{"$ref":"#/$defs/texts"}};
const schema107 = {"title":"CalledInOrderCheck","description":"Tools in the order of their calls.","type":"object","additionalProperties":false,"required":["tools"],"properties":{"tools":{"description":"The names of the tools, in their order.","$ref":"#/$defs/texts"},"exactly":{"description":"Whether there are no other calls. Default: false.","type":"boolean"}}};

function validate131(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate131.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.tools === undefined) || (!(func0.call(data, "tools")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "tools"},parentSchema:schema107,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!((key0 === "tools") || (key0 === "exactly"))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema107,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.tools !== undefined && func0.call(data, "tools")){
if(!(validate53(data.tools, {instancePath:instancePath+"/tools",parentData:data,parentDataProperty:"tools",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
errors = vErrors.length;
}
}
if(data.exactly !== undefined && func0.call(data, "exactly")){
let data1 = data.exactly;
if(typeof data1 !== "boolean"){
const err2 = {instancePath:instancePath+"/exactly",keyword:"type",params:{type: "boolean"},parentSchema:schema107.properties.exactly,data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema107,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate131.errors = vErrors;
return errors === 0;
}
validate131.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate130(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate130.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(data && typeof data == "object" && !Array.isArray(data))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const _errs3 = errors;
const _errs4 = errors;
const _errs5 = errors;
let valid2 = false;
const _errs6 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.input === undefined) || (!(func0.call(data, "input")))) && (missing0 = "input")){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid1 = _errs6 === errors;
valid2 = valid2 || _valid1;
const _errs7 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if(((data.field === undefined) || (!(func0.call(data, "field")))) && (missing1 = "field")){
const err2 = {};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid1 = _errs7 === errors;
valid2 = valid2 || _valid1;
const _errs8 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if(((data.text === undefined) || (!(func0.call(data, "text")))) && (missing2 = "text")){
const err3 = {};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid1 = _errs8 === errors;
valid2 = valid2 || _valid1;
if(!valid2){
const err4 = {};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
errors = _errs5;
if(vErrors !== null){
if(_errs5){
vErrors.length = _errs5;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs4 === errors;
if(valid1){
const err5 = {};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs9 = errors;
if(!(validate131(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate131.errors : vErrors.concat(validate131.errors);
errors = vErrors.length;
}
var _valid0 = _errs9 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
ifClause0 = "then";
}
else {
const _errs10 = errors;
if(!(validate53(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
errors = vErrors.length;
}
else {
var props1 = validate53.evaluated.props;
var items0 = validate53.evaluated.items;
}
var _valid0 = _errs10 === errors;
valid0 = _valid0;
if(valid0){
if(props0 !== true && props1 !== undefined){
if(props1 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props1);
}
}
}
ifClause0 = "else";
}
if(!valid0){
const err6 = {instancePath,keyword:"if",params:{failingKeyword: ifClause0},parentSchema:schema106,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate130.errors = vErrors;
evaluated0.props = props0;
evaluated0.items = items0;
return errors === 0;
}
validate130.evaluated = {"dynamicProps":true,"dynamicItems":true};

const schema108 = {"if":{"type":"object"},"then":{"$ref":"#/$defs/value_reference"},"else":{"type":"integer","minimum":0,"maximum":1000000000}};

function validate137(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate137.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(data && typeof data == "object" && !Array.isArray(data))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs3 = errors;
if(!(validate49(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate49.errors : vErrors.concat(validate49.errors);
errors = vErrors.length;
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
ifClause0 = "then";
}
else {
const _errs4 = errors;
if(!((typeof data == "number") && (!(data % 1) && !isNaN(data)))){
const err1 = {instancePath,keyword:"type",params:{type: "integer"},parentSchema:schema108.else,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(typeof data == "number"){
if(data > 1000000000 || isNaN(data)){
const err2 = {instancePath,keyword:"maximum",params:{comparison: "<=", limit: 1000000000},parentSchema:schema108.else,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data < 0 || isNaN(data)){
const err3 = {instancePath,keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema108.else,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid0 = _errs4 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err4 = {instancePath,keyword:"if",params:{failingKeyword: ifClause0},parentSchema:schema108,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
validate137.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate137.evaluated = {"dynamicProps":true,"dynamicItems":false};

const schema109 = {"if":{"type":"object","not":{"anyOf":[{"required":["input"]},{"required":["field"]},{"required":["text"]}]}},"then":{"$ref":"#/$defs/step"},"else":{"$ref":"#/$defs/call_name"}};
const schema110 = {"title":"StepCheck","description":"A step of an application.","type":"object","additionalProperties":false,"required":["name"],"properties":{"name":{"description":"The name of the step.","$ref":"#/$defs/call_name"},"times":{"description":"How often: a number, or { min, max }. Default: at least once.","$ref":"#/$defs/times"}}};

function validate141(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate141.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.name === undefined) || (!(func0.call(data, "name")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "name"},parentSchema:schema110,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!((key0 === "name") || (key0 === "times"))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema110,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.name !== undefined && func0.call(data, "name")){
if(!(validate118(data.name, {instancePath:instancePath+"/name",parentData:data,parentDataProperty:"name",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate118.errors : vErrors.concat(validate118.errors);
errors = vErrors.length;
}
}
if(data.times !== undefined && func0.call(data, "times")){
if(!(validate121(data.times, {instancePath:instancePath+"/times",parentData:data,parentDataProperty:"times",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate121.errors : vErrors.concat(validate121.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema110,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate141.errors = vErrors;
return errors === 0;
}
validate141.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate140(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate140.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(data && typeof data == "object" && !Array.isArray(data))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const _errs3 = errors;
const _errs4 = errors;
const _errs5 = errors;
let valid2 = false;
const _errs6 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.input === undefined) || (!(func0.call(data, "input")))) && (missing0 = "input")){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid1 = _errs6 === errors;
valid2 = valid2 || _valid1;
const _errs7 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if(((data.field === undefined) || (!(func0.call(data, "field")))) && (missing1 = "field")){
const err2 = {};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
var _valid1 = _errs7 === errors;
valid2 = valid2 || _valid1;
const _errs8 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if(((data.text === undefined) || (!(func0.call(data, "text")))) && (missing2 = "text")){
const err3 = {};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
var _valid1 = _errs8 === errors;
valid2 = valid2 || _valid1;
if(!valid2){
const err4 = {};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
else {
errors = _errs5;
if(vErrors !== null){
if(_errs5){
vErrors.length = _errs5;
}
else {
vErrors = null;
}
}
}
var valid1 = _errs4 === errors;
if(valid1){
const err5 = {};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
else {
errors = _errs3;
if(vErrors !== null){
if(_errs3){
vErrors.length = _errs3;
}
else {
vErrors = null;
}
}
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs9 = errors;
if(!(validate141(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate141.errors : vErrors.concat(validate141.errors);
errors = vErrors.length;
}
var _valid0 = _errs9 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
ifClause0 = "then";
}
else {
const _errs10 = errors;
if(!(validate118(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate118.errors : vErrors.concat(validate118.errors);
errors = vErrors.length;
}
else {
var props1 = validate118.evaluated.props;
}
var _valid0 = _errs10 === errors;
valid0 = _valid0;
if(valid0){
if(props0 !== true && props1 !== undefined){
if(props1 === true){
props0 = true;
}
else {
props0 = props0 || {};
Object.assign(props0, props1);
}
}
}
ifClause0 = "else";
}
if(!valid0){
const err6 = {instancePath,keyword:"if",params:{failingKeyword: ifClause0},parentSchema:schema109,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate140.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate140.evaluated = {"dynamicProps":true,"dynamicItems":false};

const schema111 = {"title":"AtLeast","type":"object","additionalProperties":false,"required":["count","of"],"properties":{"count":{"description":"How many of the checks must hold.","$ref":"#/$defs/count"},"of":{"description":"The checks. None of them may be at_least.","type":"array","minItems":1,"items":{"$ref":"#/$defs/check"}}}};
const wrapper0 = {validate: validate43};

function validate148(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate148.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.count === undefined) || (!(func0.call(data, "count")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "count"},parentSchema:schema111,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.of === undefined) || (!(func0.call(data, "of")))){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "of"},parentSchema:schema111,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!((key0 === "count") || (key0 === "of"))){
const err2 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema111,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.count !== undefined && func0.call(data, "count")){
if(!(validate80(data.count, {instancePath:instancePath+"/count",parentData:data,parentDataProperty:"count",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate80.errors : vErrors.concat(validate80.errors);
errors = vErrors.length;
}
}
if(data.of !== undefined && func0.call(data, "of")){
let data1 = data.of;
if(Array.isArray(data1)){
if(data1.length < 1){
const err3 = {instancePath:instancePath+"/of",keyword:"minItems",params:{limit: 1},parentSchema:schema111.properties.of,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
if(!(wrapper0.validate(data1[i0], {instancePath:instancePath+"/of/" + i0,parentData:data1,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? wrapper0.validate.errors : vErrors.concat(wrapper0.validate.errors);
errors = vErrors.length;
}
}
}
else {
const err4 = {instancePath:instancePath+"/of",keyword:"type",params:{type: "array"},parentSchema:schema111.properties.of,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
}
else {
const err5 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema111,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate148.errors = vErrors;
return errors === 0;
}
validate148.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate43(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate43.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs2 = errors;
let valid1 = true;
const _errs3 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing0;
if(((data.about === undefined) || (!(func0.call(data, "about")))) && (missing0 = "about")){
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
var _valid0 = _errs3 === errors;
errors = _errs2;
if(vErrors !== null){
if(_errs2){
vErrors.length = _errs2;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs4 = errors;
const _errs5 = errors;
let valid2 = true;
const _errs6 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing1;
if(((data.extract === undefined) || (!(func0.call(data, "extract")))) && (missing1 = "extract")){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
var _valid1 = _errs6 === errors;
errors = _errs5;
if(vErrors !== null){
if(_errs5){
vErrors.length = _errs5;
}
else {
vErrors = null;
}
}
let ifClause1;
if(_valid1){
const _errs7 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 3){
const err2 = {instancePath,keyword:"maxProperties",params:{limit: 3},parentSchema:schema79.allOf[0].then.then,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(Object.keys(data).length < 3){
const err3 = {instancePath,keyword:"minProperties",params:{limit: 3},parentSchema:schema79.allOf[0].then.then,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if((data.about === undefined) || (!(func0.call(data, "about")))){
const err4 = {instancePath,keyword:"required",params:{missingProperty: "about"},parentSchema:schema79.allOf[0].then.then,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((data.extract === undefined) || (!(func0.call(data, "extract")))){
const err5 = {instancePath,keyword:"required",params:{missingProperty: "extract"},parentSchema:schema79.allOf[0].then.then,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
var _valid1 = _errs7 === errors;
valid2 = _valid1;
ifClause1 = "then";
}
else {
const _errs8 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 2){
const err6 = {instancePath,keyword:"maxProperties",params:{limit: 2},parentSchema:schema79.allOf[0].then.else,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(Object.keys(data).length < 2){
const err7 = {instancePath,keyword:"minProperties",params:{limit: 2},parentSchema:schema79.allOf[0].then.else,data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if((data.about === undefined) || (!(func0.call(data, "about")))){
const err8 = {instancePath,keyword:"required",params:{missingProperty: "about"},parentSchema:schema79.allOf[0].then.else,data};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
var _valid1 = _errs8 === errors;
valid2 = _valid1;
ifClause1 = "else";
}
if(!valid2){
const err9 = {instancePath,keyword:"if",params:{failingKeyword: ifClause1},parentSchema:schema79.allOf[0].then,data};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
var _valid0 = _errs4 === errors;
valid1 = _valid0;
ifClause0 = "then";
}
else {
const _errs9 = errors;
const _errs10 = errors;
let valid3 = true;
const _errs11 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
let missing2;
if(((data.extract === undefined) || (!(func0.call(data, "extract")))) && (missing2 = "extract")){
const err10 = {};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
var _valid2 = _errs11 === errors;
errors = _errs10;
if(vErrors !== null){
if(_errs10){
vErrors.length = _errs10;
}
else {
vErrors = null;
}
}
let ifClause2;
if(_valid2){
const _errs12 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 2){
const err11 = {instancePath,keyword:"maxProperties",params:{limit: 2},parentSchema:schema79.allOf[0].else.then,data};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(Object.keys(data).length < 2){
const err12 = {instancePath,keyword:"minProperties",params:{limit: 2},parentSchema:schema79.allOf[0].else.then,data};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if((data.extract === undefined) || (!(func0.call(data, "extract")))){
const err13 = {instancePath,keyword:"required",params:{missingProperty: "extract"},parentSchema:schema79.allOf[0].else.then,data};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
var _valid2 = _errs12 === errors;
valid3 = _valid2;
ifClause2 = "then";
}
else {
const _errs13 = errors;
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 1){
const err14 = {instancePath,keyword:"maxProperties",params:{limit: 1},parentSchema:schema79.allOf[0].else.else,data};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(Object.keys(data).length < 1){
const err15 = {instancePath,keyword:"minProperties",params:{limit: 1},parentSchema:schema79.allOf[0].else.else,data};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
var _valid2 = _errs13 === errors;
valid3 = _valid2;
ifClause2 = "else";
}
if(!valid3){
const err16 = {instancePath,keyword:"if",params:{failingKeyword: ifClause2},parentSchema:schema79.allOf[0].else,data};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
var _valid0 = _errs9 === errors;
valid1 = _valid0;
ifClause0 = "else";
}
if(!valid1){
const err17 = {instancePath,keyword:"if",params:{failingKeyword: ifClause0},parentSchema:schema79.allOf[0],data};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(!(func0.call(schema79.properties, key0))){
const err18 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema79,data};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.about !== undefined && func0.call(data, "about")){
let data0 = data.about;
if(typeof data0 === "string"){
if(func96(data0) > 200){
const err19 = {instancePath:instancePath+"/about",keyword:"maxLength",params:{limit: 200},parentSchema:schema80,data:data0};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(!pattern4.test(data0)){
const err20 = {instancePath:instancePath+"/about",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema80,data:data0};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/about",keyword:"type",params:{type: "string"},parentSchema:schema80,data:data0};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.extract !== undefined && func0.call(data, "extract")){
if(!(validate44(data.extract, {instancePath:instancePath+"/extract",parentData:data,parentDataProperty:"extract",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate44.errors : vErrors.concat(validate44.errors);
errors = vErrors.length;
}
}
if(data.contains !== undefined && func0.call(data, "contains")){
if(!(validate48(data.contains, {instancePath:instancePath+"/contains",parentData:data,parentDataProperty:"contains",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate48.errors : vErrors.concat(validate48.errors);
errors = vErrors.length;
}
}
if(data.not_contains !== undefined && func0.call(data, "not_contains")){
if(!(validate48(data.not_contains, {instancePath:instancePath+"/not_contains",parentData:data,parentDataProperty:"not_contains",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate48.errors : vErrors.concat(validate48.errors);
errors = vErrors.length;
}
}
if(data.contains_any !== undefined && func0.call(data, "contains_any")){
if(!(validate53(data.contains_any, {instancePath:instancePath+"/contains_any",parentData:data,parentDataProperty:"contains_any",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
errors = vErrors.length;
}
}
if(data.contains_all !== undefined && func0.call(data, "contains_all")){
if(!(validate53(data.contains_all, {instancePath:instancePath+"/contains_all",parentData:data,parentDataProperty:"contains_all",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
errors = vErrors.length;
}
}
if(data.not_contains_any !== undefined && func0.call(data, "not_contains_any")){
if(!(validate53(data.not_contains_any, {instancePath:instancePath+"/not_contains_any",parentData:data,parentDataProperty:"not_contains_any",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
errors = vErrors.length;
}
}
if(data.icontains !== undefined && func0.call(data, "icontains")){
if(!(validate48(data.icontains, {instancePath:instancePath+"/icontains",parentData:data,parentDataProperty:"icontains",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate48.errors : vErrors.concat(validate48.errors);
errors = vErrors.length;
}
}
if(data.not_icontains !== undefined && func0.call(data, "not_icontains")){
if(!(validate48(data.not_icontains, {instancePath:instancePath+"/not_icontains",parentData:data,parentDataProperty:"not_icontains",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate48.errors : vErrors.concat(validate48.errors);
errors = vErrors.length;
}
}
if(data.icontains_any !== undefined && func0.call(data, "icontains_any")){
if(!(validate53(data.icontains_any, {instancePath:instancePath+"/icontains_any",parentData:data,parentDataProperty:"icontains_any",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
errors = vErrors.length;
}
}
if(data.icontains_all !== undefined && func0.call(data, "icontains_all")){
if(!(validate53(data.icontains_all, {instancePath:instancePath+"/icontains_all",parentData:data,parentDataProperty:"icontains_all",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
errors = vErrors.length;
}
}
if(data.not_icontains_any !== undefined && func0.call(data, "not_icontains_any")){
if(!(validate53(data.not_icontains_any, {instancePath:instancePath+"/not_icontains_any",parentData:data,parentDataProperty:"not_icontains_any",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
errors = vErrors.length;
}
}
if(data.equals !== undefined && func0.call(data, "equals")){
if(!(validate48(data.equals, {instancePath:instancePath+"/equals",parentData:data,parentDataProperty:"equals",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate48.errors : vErrors.concat(validate48.errors);
errors = vErrors.length;
}
}
if(data.not_equals !== undefined && func0.call(data, "not_equals")){
if(!(validate48(data.not_equals, {instancePath:instancePath+"/not_equals",parentData:data,parentDataProperty:"not_equals",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate48.errors : vErrors.concat(validate48.errors);
errors = vErrors.length;
}
}
if(data.equals_any !== undefined && func0.call(data, "equals_any")){
if(!(validate53(data.equals_any, {instancePath:instancePath+"/equals_any",parentData:data,parentDataProperty:"equals_any",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
errors = vErrors.length;
}
}
if(data.not_equals_any !== undefined && func0.call(data, "not_equals_any")){
if(!(validate53(data.not_equals_any, {instancePath:instancePath+"/not_equals_any",parentData:data,parentDataProperty:"not_equals_any",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
errors = vErrors.length;
}
}
if(data.starts_with !== undefined && func0.call(data, "starts_with")){
if(!(validate48(data.starts_with, {instancePath:instancePath+"/starts_with",parentData:data,parentDataProperty:"starts_with",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate48.errors : vErrors.concat(validate48.errors);
errors = vErrors.length;
}
}
if(data.not_starts_with !== undefined && func0.call(data, "not_starts_with")){
if(!(validate48(data.not_starts_with, {instancePath:instancePath+"/not_starts_with",parentData:data,parentDataProperty:"not_starts_with",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate48.errors : vErrors.concat(validate48.errors);
errors = vErrors.length;
}
}
if(data.starts_with_any !== undefined && func0.call(data, "starts_with_any")){
if(!(validate53(data.starts_with_any, {instancePath:instancePath+"/starts_with_any",parentData:data,parentDataProperty:"starts_with_any",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
errors = vErrors.length;
}
}
if(data.not_starts_with_any !== undefined && func0.call(data, "not_starts_with_any")){
if(!(validate53(data.not_starts_with_any, {instancePath:instancePath+"/not_starts_with_any",parentData:data,parentDataProperty:"not_starts_with_any",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
errors = vErrors.length;
}
}
if(data.ends_with !== undefined && func0.call(data, "ends_with")){
if(!(validate48(data.ends_with, {instancePath:instancePath+"/ends_with",parentData:data,parentDataProperty:"ends_with",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate48.errors : vErrors.concat(validate48.errors);
errors = vErrors.length;
}
}
if(data.not_ends_with !== undefined && func0.call(data, "not_ends_with")){
if(!(validate48(data.not_ends_with, {instancePath:instancePath+"/not_ends_with",parentData:data,parentDataProperty:"not_ends_with",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate48.errors : vErrors.concat(validate48.errors);
errors = vErrors.length;
}
}
if(data.ends_with_any !== undefined && func0.call(data, "ends_with_any")){
if(!(validate53(data.ends_with_any, {instancePath:instancePath+"/ends_with_any",parentData:data,parentDataProperty:"ends_with_any",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
errors = vErrors.length;
}
}
if(data.not_ends_with_any !== undefined && func0.call(data, "not_ends_with_any")){
if(!(validate53(data.not_ends_with_any, {instancePath:instancePath+"/not_ends_with_any",parentData:data,parentDataProperty:"not_ends_with_any",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
errors = vErrors.length;
}
}
if(data.matches !== undefined && func0.call(data, "matches")){
if(!(validate48(data.matches, {instancePath:instancePath+"/matches",parentData:data,parentDataProperty:"matches",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate48.errors : vErrors.concat(validate48.errors);
errors = vErrors.length;
}
}
if(data.not_matches !== undefined && func0.call(data, "not_matches")){
if(!(validate48(data.not_matches, {instancePath:instancePath+"/not_matches",parentData:data,parentDataProperty:"not_matches",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate48.errors : vErrors.concat(validate48.errors);
errors = vErrors.length;
}
}
if(data.matches_any !== undefined && func0.call(data, "matches_any")){
if(!(validate53(data.matches_any, {instancePath:instancePath+"/matches_any",parentData:data,parentDataProperty:"matches_any",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
errors = vErrors.length;
}
}
if(data.not_matches_any !== undefined && func0.call(data, "not_matches_any")){
if(!(validate53(data.not_matches_any, {instancePath:instancePath+"/not_matches_any",parentData:data,parentDataProperty:"not_matches_any",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate53.errors : vErrors.concat(validate53.errors);
errors = vErrors.length;
}
}
if(data.min_tokens !== undefined && func0.call(data, "min_tokens")){
if(!(validate80(data.min_tokens, {instancePath:instancePath+"/min_tokens",parentData:data,parentDataProperty:"min_tokens",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate80.errors : vErrors.concat(validate80.errors);
errors = vErrors.length;
}
}
if(data.max_tokens !== undefined && func0.call(data, "max_tokens")){
if(!(validate80(data.max_tokens, {instancePath:instancePath+"/max_tokens",parentData:data,parentDataProperty:"max_tokens",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate80.errors : vErrors.concat(validate80.errors);
errors = vErrors.length;
}
}
if(data.min_chars !== undefined && func0.call(data, "min_chars")){
if(!(validate80(data.min_chars, {instancePath:instancePath+"/min_chars",parentData:data,parentDataProperty:"min_chars",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate80.errors : vErrors.concat(validate80.errors);
errors = vErrors.length;
}
}
if(data.max_chars !== undefined && func0.call(data, "max_chars")){
if(!(validate80(data.max_chars, {instancePath:instancePath+"/max_chars",parentData:data,parentDataProperty:"max_chars",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate80.errors : vErrors.concat(validate80.errors);
errors = vErrors.length;
}
}
if(data.is_json !== undefined && func0.call(data, "is_json")){
let data32 = data.is_json;
if(typeof data32 !== "boolean"){
const err22 = {instancePath:instancePath+"/is_json",keyword:"type",params:{type: "boolean"},parentSchema:schema79.properties.is_json,data:data32};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(true !== data32){
const err23 = {instancePath:instancePath+"/is_json",keyword:"const",params:{allowedValue: true},parentSchema:schema79.properties.is_json,data:data32};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
if(data.not_is_json !== undefined && func0.call(data, "not_is_json")){
let data33 = data.not_is_json;
if(typeof data33 !== "boolean"){
const err24 = {instancePath:instancePath+"/not_is_json",keyword:"type",params:{type: "boolean"},parentSchema:schema79.properties.not_is_json,data:data33};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(true !== data33){
const err25 = {instancePath:instancePath+"/not_is_json",keyword:"const",params:{allowedValue: true},parentSchema:schema79.properties.not_is_json,data:data33};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
if(data.json_schema !== undefined && func0.call(data, "json_schema")){
let data34 = data.json_schema;
if((!(data34 && typeof data34 == "object" && !Array.isArray(data34))) && (typeof data34 !== "string")){
const err26 = {instancePath:instancePath+"/json_schema",keyword:"type",params:{type: schema79.properties.json_schema.type},parentSchema:schema79.properties.json_schema,data:data34};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(typeof data34 === "string"){
if(func96(data34) < 1){
const err27 = {instancePath:instancePath+"/json_schema",keyword:"minLength",params:{limit: 1},parentSchema:schema79.properties.json_schema,data:data34};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
if(data.not_json_schema !== undefined && func0.call(data, "not_json_schema")){
let data35 = data.not_json_schema;
if((!(data35 && typeof data35 == "object" && !Array.isArray(data35))) && (typeof data35 !== "string")){
const err28 = {instancePath:instancePath+"/not_json_schema",keyword:"type",params:{type: schema79.properties.not_json_schema.type},parentSchema:schema79.properties.not_json_schema,data:data35};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(typeof data35 === "string"){
if(func96(data35) < 1){
const err29 = {instancePath:instancePath+"/not_json_schema",keyword:"minLength",params:{limit: 1},parentSchema:schema79.properties.not_json_schema,data:data35};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
if(data.json_value !== undefined && func0.call(data, "json_value")){
if(!(validate86(data.json_value, {instancePath:instancePath+"/json_value",parentData:data,parentDataProperty:"json_value",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate86.errors : vErrors.concat(validate86.errors);
errors = vErrors.length;
}
}
if(data.not_json_value !== undefined && func0.call(data, "not_json_value")){
if(!(validate86(data.not_json_value, {instancePath:instancePath+"/not_json_value",parentData:data,parentDataProperty:"not_json_value",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate86.errors : vErrors.concat(validate86.errors);
errors = vErrors.length;
}
}
if(data.contains_json !== undefined && func0.call(data, "contains_json")){
let data38 = data.contains_json;
if(((typeof data38 !== "boolean") && (!(data38 && typeof data38 == "object" && !Array.isArray(data38)))) && (typeof data38 !== "string")){
const err30 = {instancePath:instancePath+"/contains_json",keyword:"type",params:{type: schema91.type},parentSchema:schema91,data:data38};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
if(typeof data38 === "string"){
if(func96(data38) < 1){
const err31 = {instancePath:instancePath+"/contains_json",keyword:"minLength",params:{limit: 1},parentSchema:schema91,data:data38};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
}
if(data.not_contains_json !== undefined && func0.call(data, "not_contains_json")){
let data39 = data.not_contains_json;
if(((typeof data39 !== "boolean") && (!(data39 && typeof data39 == "object" && !Array.isArray(data39)))) && (typeof data39 !== "string")){
const err32 = {instancePath:instancePath+"/not_contains_json",keyword:"type",params:{type: schema91.type},parentSchema:schema91,data:data39};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(typeof data39 === "string"){
if(func96(data39) < 1){
const err33 = {instancePath:instancePath+"/not_contains_json",keyword:"minLength",params:{limit: 1},parentSchema:schema91,data:data39};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
if(data.number !== undefined && func0.call(data, "number")){
if(!(validate89(data.number, {instancePath:instancePath+"/number",parentData:data,parentDataProperty:"number",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate89.errors : vErrors.concat(validate89.errors);
errors = vErrors.length;
}
}
if(data.edit_distance !== undefined && func0.call(data, "edit_distance")){
if(!(validate99(data.edit_distance, {instancePath:instancePath+"/edit_distance",parentData:data,parentDataProperty:"edit_distance",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate99.errors : vErrors.concat(validate99.errors);
errors = vErrors.length;
}
}
if(data.max_latency_s !== undefined && func0.call(data, "max_latency_s")){
if(!(validate105(data.max_latency_s, {instancePath:instancePath+"/max_latency_s",parentData:data,parentDataProperty:"max_latency_s",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate105.errors : vErrors.concat(validate105.errors);
errors = vErrors.length;
}
}
if(data.max_cost_usd !== undefined && func0.call(data, "max_cost_usd")){
if(!(validate105(data.max_cost_usd, {instancePath:instancePath+"/max_cost_usd",parentData:data,parentDataProperty:"max_cost_usd",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate105.errors : vErrors.concat(validate105.errors);
errors = vErrors.length;
}
}
if(data.refuses !== undefined && func0.call(data, "refuses")){
let data44 = data.refuses;
if(typeof data44 !== "boolean"){
const err34 = {instancePath:instancePath+"/refuses",keyword:"type",params:{type: "boolean"},parentSchema:schema79.properties.refuses,data:data44};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
if(true !== data44){
const err35 = {instancePath:instancePath+"/refuses",keyword:"const",params:{allowedValue: true},parentSchema:schema79.properties.refuses,data:data44};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data.not_refuses !== undefined && func0.call(data, "not_refuses")){
let data45 = data.not_refuses;
if(typeof data45 !== "boolean"){
const err36 = {instancePath:instancePath+"/not_refuses",keyword:"type",params:{type: "boolean"},parentSchema:schema79.properties.not_refuses,data:data45};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
if(true !== data45){
const err37 = {instancePath:instancePath+"/not_refuses",keyword:"const",params:{allowedValue: true},parentSchema:schema79.properties.not_refuses,data:data45};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data.similar !== undefined && func0.call(data, "similar")){
if(!(validate109(data.similar, {instancePath:instancePath+"/similar",parentData:data,parentDataProperty:"similar",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate109.errors : vErrors.concat(validate109.errors);
errors = vErrors.length;
}
}
if(data.called !== undefined && func0.call(data, "called")){
if(!(validate116(data.called, {instancePath:instancePath+"/called",parentData:data,parentDataProperty:"called",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate116.errors : vErrors.concat(validate116.errors);
errors = vErrors.length;
}
}
if(data.not_called !== undefined && func0.call(data, "not_called")){
if(!(validate126(data.not_called, {instancePath:instancePath+"/not_called",parentData:data,parentDataProperty:"not_called",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate126.errors : vErrors.concat(validate126.errors);
errors = vErrors.length;
}
}
if(data.called_in_order !== undefined && func0.call(data, "called_in_order")){
if(!(validate130(data.called_in_order, {instancePath:instancePath+"/called_in_order",parentData:data,parentDataProperty:"called_in_order",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate130.errors : vErrors.concat(validate130.errors);
errors = vErrors.length;
}
}
if(data.min_calls !== undefined && func0.call(data, "min_calls")){
if(!(validate80(data.min_calls, {instancePath:instancePath+"/min_calls",parentData:data,parentDataProperty:"min_calls",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate80.errors : vErrors.concat(validate80.errors);
errors = vErrors.length;
}
}
if(data.max_calls !== undefined && func0.call(data, "max_calls")){
if(!(validate137(data.max_calls, {instancePath:instancePath+"/max_calls",parentData:data,parentDataProperty:"max_calls",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate137.errors : vErrors.concat(validate137.errors);
errors = vErrors.length;
}
}
if(data.valid_calls !== undefined && func0.call(data, "valid_calls")){
let data52 = data.valid_calls;
if(typeof data52 !== "boolean"){
const err38 = {instancePath:instancePath+"/valid_calls",keyword:"type",params:{type: "boolean"},parentSchema:schema79.properties.valid_calls,data:data52};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(true !== data52){
const err39 = {instancePath:instancePath+"/valid_calls",keyword:"const",params:{allowedValue: true},parentSchema:schema79.properties.valid_calls,data:data52};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
if(data.step !== undefined && func0.call(data, "step")){
if(!(validate140(data.step, {instancePath:instancePath+"/step",parentData:data,parentDataProperty:"step",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate140.errors : vErrors.concat(validate140.errors);
errors = vErrors.length;
}
}
if(data.max_steps !== undefined && func0.call(data, "max_steps")){
if(!(validate137(data.max_steps, {instancePath:instancePath+"/max_steps",parentData:data,parentDataProperty:"max_steps",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate137.errors : vErrors.concat(validate137.errors);
errors = vErrors.length;
}
}
if(data.command !== undefined && func0.call(data, "command")){
let data55 = data.command;
if(Array.isArray(data55)){
if(data55.length < 1){
const err40 = {instancePath:instancePath+"/command",keyword:"minItems",params:{limit: 1},parentSchema:schema79.properties.command,data:data55};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
const len0 = data55.length;
if(len0 > 0){
let data56 = data55[0];
if(typeof data56 === "string"){
if(!pattern4.test(data56)){
const err41 = {instancePath:instancePath+"/command/0",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema79.properties.command.prefixItems[0],data:data56};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
else {
const err42 = {instancePath:instancePath+"/command/0",keyword:"type",params:{type: "string"},parentSchema:schema79.properties.command.prefixItems[0],data:data56};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
const len1 = data55.length;
var valid9 = len1 <= 1;
if(!valid9){
for(let i0=1; i0<len1; i0++){
let data57 = data55[i0];
const _errs87 = errors;
if(typeof data57 !== "string"){
const err43 = {instancePath:instancePath+"/command/" + i0,keyword:"type",params:{type: "string"},parentSchema:schema79.properties.command.items,data:data57};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
var valid9 = _errs87 === errors;
}
}
}
else {
const err44 = {instancePath:instancePath+"/command",keyword:"type",params:{type: "array"},parentSchema:schema79.properties.command,data:data55};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data.module !== undefined && func0.call(data, "module")){
let data58 = data.module;
if((typeof data58 !== "string") && (!(data58 && typeof data58 == "object" && !Array.isArray(data58)))){
const err45 = {instancePath:instancePath+"/module",keyword:"type",params:{type: schema79.properties.module.type},parentSchema:schema79.properties.module,data:data58};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
if(typeof data58 === "string"){
if(!pattern4.test(data58)){
const err46 = {instancePath:instancePath+"/module",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema79.properties.module,data:data58};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data58 && typeof data58 == "object" && !Array.isArray(data58)){
if((data58.use === undefined) || (!(func0.call(data58, "use")))){
const err47 = {instancePath:instancePath+"/module",keyword:"required",params:{missingProperty: "use"},parentSchema:schema79.properties.module,data:data58};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
for(const key1 of Object.keys(data58)){
if(!((key1 === "use") || (key1 === "args"))){
const err48 = {instancePath:instancePath+"/module",keyword:"additionalProperties",params:{additionalProperty: key1},parentSchema:schema79.properties.module,data:data58};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data58.use !== undefined && func0.call(data58, "use")){
let data59 = data58.use;
if(typeof data59 !== "string"){
const err49 = {instancePath:instancePath+"/module/use",keyword:"type",params:{type: "string"},parentSchema:schema79.properties.module.properties.use,data:data59};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
}
}
if(data.at_least !== undefined && func0.call(data, "at_least")){
if(!(validate148(data.at_least, {instancePath:instancePath+"/at_least",parentData:data,parentDataProperty:"at_least",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate148.errors : vErrors.concat(validate148.errors);
errors = vErrors.length;
}
}
}
else {
const err50 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema79,data};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
validate43.errors = vErrors;
return errors === 0;
}
validate43.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate42(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate42.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(Array.isArray(data)){
if(data.length < 1){
const err0 = {instancePath,keyword:"minItems",params:{limit: 1},parentSchema:schema78,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(validate43(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate43.errors : vErrors.concat(validate43.errors);
errors = vErrors.length;
}
}
}
else {
const err1 = {instancePath,keyword:"type",params:{type: "array"},parentSchema:schema78,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate42.errors = vErrors;
return errors === 0;
}
validate42.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};

const schema112 = {"description":"The rubric by which the judge scores the response, or a list of rubrics that must all hold. Say what earns each score.","type":["string","array"],"if":{"type":"array"},"then":{"minItems":1,"items":{"$ref":"#/$defs/rubric_item"}},"else":{"type":"string","pattern":"\\S"}};
const schema113 = {"title":"RubricItem","type":["string","object"],"pattern":"\\S","additionalProperties":false,"required":["text"],"properties":{"text":{"description":"The rubric. In it, {{name}} is replaced by the value of an input.","type":"string","pattern":"\\S"},"about":{"description":"Its name in reports.","type":"string","pattern":"\\S","maxLength":200},"judge":{"$ref":"#/$defs/judge"}}};
const schema114 = {"title":"Judge","description":"The model that scores responses, and its settings. Merged with the defaults key by key.","type":"object","additionalProperties":false,"minProperties":1,"properties":{"model":{"$ref":"#/$defs/model"},"scale":{"$ref":"#/$defs/scale"},"pass_threshold":{"description":"The lowest score with which a rubric passes. Default: 4.","type":"integer","minimum":0,"maximum":100},"votes":{"description":"Number of times that eva asks the judge; the median counts. Must be odd. Default: 1.","type":"integer","minimum":1,"maximum":99},"timeout_s":{"$ref":"#/$defs/timeout_s"},"max_tokens":{"$ref":"#/$defs/max_tokens"},"temperature":{"$ref":"#/$defs/temperature"}}};
const schema116 = {"title":"Scale","description":"The range of scores. Default: 1 to 5 for a rubric, 1 to 10 for an expected behaviour.","type":"object","additionalProperties":false,"required":["min","max"],"properties":{"min":{"description":"The lowest score.","type":"integer","minimum":0,"maximum":99},"max":{"description":"The highest score.","type":"integer","minimum":1,"maximum":100}}};

function validate155(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate155.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
const err0 = {instancePath,keyword:"minProperties",params:{limit: 1},parentSchema:schema114,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(((((((key0 === "model") || (key0 === "scale")) || (key0 === "pass_threshold")) || (key0 === "votes")) || (key0 === "timeout_s")) || (key0 === "max_tokens")) || (key0 === "temperature"))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema114,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.model !== undefined && func0.call(data, "model")){
let data0 = data.model;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err2 = {instancePath:instancePath+"/model",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema41,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/model",keyword:"type",params:{type: "string"},parentSchema:schema41,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.scale !== undefined && func0.call(data, "scale")){
let data1 = data.scale;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if((data1.min === undefined) || (!(func0.call(data1, "min")))){
const err4 = {instancePath:instancePath+"/scale",keyword:"required",params:{missingProperty: "min"},parentSchema:schema116,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if((data1.max === undefined) || (!(func0.call(data1, "max")))){
const err5 = {instancePath:instancePath+"/scale",keyword:"required",params:{missingProperty: "max"},parentSchema:schema116,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
for(const key1 of Object.keys(data1)){
if(!((key1 === "min") || (key1 === "max"))){
const err6 = {instancePath:instancePath+"/scale",keyword:"additionalProperties",params:{additionalProperty: key1},parentSchema:schema116,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data1.min !== undefined && func0.call(data1, "min")){
let data2 = data1.min;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
const err7 = {instancePath:instancePath+"/scale/min",keyword:"type",params:{type: "integer"},parentSchema:schema116.properties.min,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(typeof data2 == "number"){
if(data2 > 99 || isNaN(data2)){
const err8 = {instancePath:instancePath+"/scale/min",keyword:"maximum",params:{comparison: "<=", limit: 99},parentSchema:schema116.properties.min,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data2 < 0 || isNaN(data2)){
const err9 = {instancePath:instancePath+"/scale/min",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema116.properties.min,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
if(data1.max !== undefined && func0.call(data1, "max")){
let data3 = data1.max;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
const err10 = {instancePath:instancePath+"/scale/max",keyword:"type",params:{type: "integer"},parentSchema:schema116.properties.max,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(typeof data3 == "number"){
if(data3 > 100 || isNaN(data3)){
const err11 = {instancePath:instancePath+"/scale/max",keyword:"maximum",params:{comparison: "<=", limit: 100},parentSchema:schema116.properties.max,data:data3};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err12 = {instancePath:instancePath+"/scale/max",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema116.properties.max,data:data3};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
}
else {
const err13 = {instancePath:instancePath+"/scale",keyword:"type",params:{type: "object"},parentSchema:schema116,data:data1};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.pass_threshold !== undefined && func0.call(data, "pass_threshold")){
let data4 = data.pass_threshold;
if(!((typeof data4 == "number") && (!(data4 % 1) && !isNaN(data4)))){
const err14 = {instancePath:instancePath+"/pass_threshold",keyword:"type",params:{type: "integer"},parentSchema:schema114.properties.pass_threshold,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(typeof data4 == "number"){
if(data4 > 100 || isNaN(data4)){
const err15 = {instancePath:instancePath+"/pass_threshold",keyword:"maximum",params:{comparison: "<=", limit: 100},parentSchema:schema114.properties.pass_threshold,data:data4};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data4 < 0 || isNaN(data4)){
const err16 = {instancePath:instancePath+"/pass_threshold",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema114.properties.pass_threshold,data:data4};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
if(data.votes !== undefined && func0.call(data, "votes")){
let data5 = data.votes;
if(!((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5)))){
const err17 = {instancePath:instancePath+"/votes",keyword:"type",params:{type: "integer"},parentSchema:schema114.properties.votes,data:data5};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(typeof data5 == "number"){
if(data5 > 99 || isNaN(data5)){
const err18 = {instancePath:instancePath+"/votes",keyword:"maximum",params:{comparison: "<=", limit: 99},parentSchema:schema114.properties.votes,data:data5};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data5 < 1 || isNaN(data5)){
const err19 = {instancePath:instancePath+"/votes",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema114.properties.votes,data:data5};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
if(data.timeout_s !== undefined && func0.call(data, "timeout_s")){
let data6 = data.timeout_s;
if(typeof data6 == "number"){
if(data6 > 86400 || isNaN(data6)){
const err20 = {instancePath:instancePath+"/timeout_s",keyword:"maximum",params:{comparison: "<=", limit: 86400},parentSchema:schema45,data:data6};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data6 <= 0 || isNaN(data6)){
const err21 = {instancePath:instancePath+"/timeout_s",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema45,data:data6};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/timeout_s",keyword:"type",params:{type: "number"},parentSchema:schema45,data:data6};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.max_tokens !== undefined && func0.call(data, "max_tokens")){
let data7 = data.max_tokens;
if(!((typeof data7 == "number") && (!(data7 % 1) && !isNaN(data7)))){
const err23 = {instancePath:instancePath+"/max_tokens",keyword:"type",params:{type: "integer"},parentSchema:schema46,data:data7};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(typeof data7 == "number"){
if(data7 > 10000000 || isNaN(data7)){
const err24 = {instancePath:instancePath+"/max_tokens",keyword:"maximum",params:{comparison: "<=", limit: 10000000},parentSchema:schema46,data:data7};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data7 < 1 || isNaN(data7)){
const err25 = {instancePath:instancePath+"/max_tokens",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema46,data:data7};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
if(data.temperature !== undefined && func0.call(data, "temperature")){
let data8 = data.temperature;
if(typeof data8 == "number"){
if(data8 > 2 || isNaN(data8)){
const err26 = {instancePath:instancePath+"/temperature",keyword:"maximum",params:{comparison: "<=", limit: 2},parentSchema:schema47,data:data8};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(data8 < 0 || isNaN(data8)){
const err27 = {instancePath:instancePath+"/temperature",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema47,data:data8};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
else {
const err28 = {instancePath:instancePath+"/temperature",keyword:"type",params:{type: "number"},parentSchema:schema47,data:data8};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
}
else {
const err29 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema114,data};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
validate155.errors = vErrors;
return errors === 0;
}
validate155.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate154(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate154.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if((typeof data !== "string") && (!(data && typeof data == "object" && !Array.isArray(data)))){
const err0 = {instancePath,keyword:"type",params:{type: schema113.type},parentSchema:schema113,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(typeof data === "string"){
if(!pattern4.test(data)){
const err1 = {instancePath,keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema113,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.text === undefined) || (!(func0.call(data, "text")))){
const err2 = {instancePath,keyword:"required",params:{missingProperty: "text"},parentSchema:schema113,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(((key0 === "text") || (key0 === "about")) || (key0 === "judge"))){
const err3 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema113,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.text !== undefined && func0.call(data, "text")){
let data0 = data.text;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err4 = {instancePath:instancePath+"/text",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema113.properties.text,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/text",keyword:"type",params:{type: "string"},parentSchema:schema113.properties.text,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.about !== undefined && func0.call(data, "about")){
let data1 = data.about;
if(typeof data1 === "string"){
if(func96(data1) > 200){
const err6 = {instancePath:instancePath+"/about",keyword:"maxLength",params:{limit: 200},parentSchema:schema113.properties.about,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern4.test(data1)){
const err7 = {instancePath:instancePath+"/about",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema113.properties.about,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/about",keyword:"type",params:{type: "string"},parentSchema:schema113.properties.about,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.judge !== undefined && func0.call(data, "judge")){
if(!(validate155(data.judge, {instancePath:instancePath+"/judge",parentData:data,parentDataProperty:"judge",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors);
errors = vErrors.length;
}
}
}
validate154.errors = vErrors;
return errors === 0;
}
validate154.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate153(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate153.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if((typeof data !== "string") && (!(Array.isArray(data)))){
const err0 = {instancePath,keyword:"type",params:{type: schema112.type},parentSchema:schema112,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(!(Array.isArray(data))){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
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
let ifClause0;
if(_valid0){
const _errs4 = errors;
if(Array.isArray(data)){
if(data.length < 1){
const err2 = {instancePath,keyword:"minItems",params:{limit: 1},parentSchema:schema112.then,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(validate154(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate154.errors : vErrors.concat(validate154.errors);
errors = vErrors.length;
}
}
}
var _valid0 = _errs4 === errors;
valid0 = _valid0;
if(valid0){
var items0 = true;
}
ifClause0 = "then";
}
else {
const _errs6 = errors;
if(typeof data === "string"){
if(!pattern4.test(data)){
const err3 = {instancePath,keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema112.else,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath,keyword:"type",params:{type: "string"},parentSchema:schema112.else,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var _valid0 = _errs6 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err5 = {instancePath,keyword:"if",params:{failingKeyword: ifClause0},parentSchema:schema112,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate153.errors = vErrors;
evaluated0.items = items0;
return errors === 0;
}
validate153.evaluated = {"dynamicProps":false,"dynamicItems":true};

const schema121 = {"title":"UserSimulator","description":"The model that plays the user of a scenario.","type":"object","additionalProperties":false,"minProperties":1,"properties":{"model":{"$ref":"#/$defs/model"},"max_turns":{"$ref":"#/$defs/max_turns"},"timeout_s":{"$ref":"#/$defs/timeout_s"},"max_tokens":{"$ref":"#/$defs/max_tokens"},"temperature":{"$ref":"#/$defs/temperature"}}};
const schema123 = {"description":"Maximum number of user messages in a conversation. Default: 10.","type":"integer","minimum":1,"maximum":1000};

function validate161(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate161.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
const err0 = {instancePath,keyword:"minProperties",params:{limit: 1},parentSchema:schema121,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(((((key0 === "model") || (key0 === "max_turns")) || (key0 === "timeout_s")) || (key0 === "max_tokens")) || (key0 === "temperature"))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema121,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.model !== undefined && func0.call(data, "model")){
let data0 = data.model;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err2 = {instancePath:instancePath+"/model",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema41,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/model",keyword:"type",params:{type: "string"},parentSchema:schema41,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.max_turns !== undefined && func0.call(data, "max_turns")){
let data1 = data.max_turns;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
const err4 = {instancePath:instancePath+"/max_turns",keyword:"type",params:{type: "integer"},parentSchema:schema123,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(typeof data1 == "number"){
if(data1 > 1000 || isNaN(data1)){
const err5 = {instancePath:instancePath+"/max_turns",keyword:"maximum",params:{comparison: "<=", limit: 1000},parentSchema:schema123,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err6 = {instancePath:instancePath+"/max_turns",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema123,data:data1};
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
if(data.timeout_s !== undefined && func0.call(data, "timeout_s")){
let data2 = data.timeout_s;
if(typeof data2 == "number"){
if(data2 > 86400 || isNaN(data2)){
const err7 = {instancePath:instancePath+"/timeout_s",keyword:"maximum",params:{comparison: "<=", limit: 86400},parentSchema:schema45,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data2 <= 0 || isNaN(data2)){
const err8 = {instancePath:instancePath+"/timeout_s",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema45,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/timeout_s",keyword:"type",params:{type: "number"},parentSchema:schema45,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.max_tokens !== undefined && func0.call(data, "max_tokens")){
let data3 = data.max_tokens;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
const err10 = {instancePath:instancePath+"/max_tokens",keyword:"type",params:{type: "integer"},parentSchema:schema46,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(typeof data3 == "number"){
if(data3 > 10000000 || isNaN(data3)){
const err11 = {instancePath:instancePath+"/max_tokens",keyword:"maximum",params:{comparison: "<=", limit: 10000000},parentSchema:schema46,data:data3};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err12 = {instancePath:instancePath+"/max_tokens",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema46,data:data3};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
if(data.temperature !== undefined && func0.call(data, "temperature")){
let data4 = data.temperature;
if(typeof data4 == "number"){
if(data4 > 2 || isNaN(data4)){
const err13 = {instancePath:instancePath+"/temperature",keyword:"maximum",params:{comparison: "<=", limit: 2},parentSchema:schema47,data:data4};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
if(data4 < 0 || isNaN(data4)){
const err14 = {instancePath:instancePath+"/temperature",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema47,data:data4};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/temperature",keyword:"type",params:{type: "number"},parentSchema:schema47,data:data4};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
}
else {
const err16 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema121,data};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
validate161.errors = vErrors;
return errors === 0;
}
validate161.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate24(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate24.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(!(func0.call(schema40.properties, key0))){
const err0 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema40,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.model !== undefined && func0.call(data, "model")){
let data0 = data.model;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err1 = {instancePath:instancePath+"/model",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema41,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/model",keyword:"type",params:{type: "string"},parentSchema:schema41,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.models !== undefined && func0.call(data, "models")){
if(!(validate25(data.models, {instancePath:instancePath+"/models",parentData:data,parentDataProperty:"models",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
errors = vErrors.length;
}
}
if(data.timeout_s !== undefined && func0.call(data, "timeout_s")){
let data2 = data.timeout_s;
if(typeof data2 == "number"){
if(data2 > 86400 || isNaN(data2)){
const err3 = {instancePath:instancePath+"/timeout_s",keyword:"maximum",params:{comparison: "<=", limit: 86400},parentSchema:schema45,data:data2};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data2 <= 0 || isNaN(data2)){
const err4 = {instancePath:instancePath+"/timeout_s",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema45,data:data2};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/timeout_s",keyword:"type",params:{type: "number"},parentSchema:schema45,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.max_tokens !== undefined && func0.call(data, "max_tokens")){
let data3 = data.max_tokens;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
const err6 = {instancePath:instancePath+"/max_tokens",keyword:"type",params:{type: "integer"},parentSchema:schema46,data:data3};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(typeof data3 == "number"){
if(data3 > 10000000 || isNaN(data3)){
const err7 = {instancePath:instancePath+"/max_tokens",keyword:"maximum",params:{comparison: "<=", limit: 10000000},parentSchema:schema46,data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err8 = {instancePath:instancePath+"/max_tokens",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema46,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
if(data.temperature !== undefined && func0.call(data, "temperature")){
let data4 = data.temperature;
if(typeof data4 == "number"){
if(data4 > 2 || isNaN(data4)){
const err9 = {instancePath:instancePath+"/temperature",keyword:"maximum",params:{comparison: "<=", limit: 2},parentSchema:schema47,data:data4};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data4 < 0 || isNaN(data4)){
const err10 = {instancePath:instancePath+"/temperature",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema47,data:data4};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/temperature",keyword:"type",params:{type: "number"},parentSchema:schema47,data:data4};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.top_p !== undefined && func0.call(data, "top_p")){
let data5 = data.top_p;
if(typeof data5 == "number"){
if(data5 > 1 || isNaN(data5)){
const err12 = {instancePath:instancePath+"/top_p",keyword:"maximum",params:{comparison: "<=", limit: 1},parentSchema:schema48,data:data5};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data5 < 0 || isNaN(data5)){
const err13 = {instancePath:instancePath+"/top_p",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema48,data:data5};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/top_p",keyword:"type",params:{type: "number"},parentSchema:schema48,data:data5};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.top_k !== undefined && func0.call(data, "top_k")){
let data6 = data.top_k;
if(!((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6)))){
const err15 = {instancePath:instancePath+"/top_k",keyword:"type",params:{type: "integer"},parentSchema:schema49,data:data6};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(typeof data6 == "number"){
if(data6 > 1000000 || isNaN(data6)){
const err16 = {instancePath:instancePath+"/top_k",keyword:"maximum",params:{comparison: "<=", limit: 1000000},parentSchema:schema49,data:data6};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data6 < 1 || isNaN(data6)){
const err17 = {instancePath:instancePath+"/top_k",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema49,data:data6};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
if(data.stop !== undefined && func0.call(data, "stop")){
let data7 = data.stop;
if(Array.isArray(data7)){
if(data7.length > 16){
const err18 = {instancePath:instancePath+"/stop",keyword:"maxItems",params:{limit: 16},parentSchema:schema50,data:data7};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data7.length < 1){
const err19 = {instancePath:instancePath+"/stop",keyword:"minItems",params:{limit: 1},parentSchema:schema50,data:data7};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
const len0 = data7.length;
for(let i0=0; i0<len0; i0++){
let data8 = data7[i0];
if(typeof data8 === "string"){
if(func96(data8) < 1){
const err20 = {instancePath:instancePath+"/stop/" + i0,keyword:"minLength",params:{limit: 1},parentSchema:schema50.items,data:data8};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/stop/" + i0,keyword:"type",params:{type: "string"},parentSchema:schema50.items,data:data8};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
else {
const err22 = {instancePath:instancePath+"/stop",keyword:"type",params:{type: "array"},parentSchema:schema50,data:data7};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.sampling_seed !== undefined && func0.call(data, "sampling_seed")){
let data9 = data.sampling_seed;
if(!((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9)))){
const err23 = {instancePath:instancePath+"/sampling_seed",keyword:"type",params:{type: "integer"},parentSchema:schema51,data:data9};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(typeof data9 == "number"){
if(data9 > 2147483647 || isNaN(data9)){
const err24 = {instancePath:instancePath+"/sampling_seed",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},parentSchema:schema51,data:data9};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data9 < -2147483648 || isNaN(data9)){
const err25 = {instancePath:instancePath+"/sampling_seed",keyword:"minimum",params:{comparison: ">=", limit: -2147483648},parentSchema:schema51,data:data9};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
if(data.reasoning !== undefined && func0.call(data, "reasoning")){
let data10 = data.reasoning;
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(Object.keys(data10).length > 1){
const err26 = {instancePath:instancePath+"/reasoning",keyword:"maxProperties",params:{limit: 1},parentSchema:schema52,data:data10};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(Object.keys(data10).length < 1){
const err27 = {instancePath:instancePath+"/reasoning",keyword:"minProperties",params:{limit: 1},parentSchema:schema52,data:data10};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
for(const key1 of Object.keys(data10)){
if(!((key1 === "effort") || (key1 === "budget_tokens"))){
const err28 = {instancePath:instancePath+"/reasoning",keyword:"additionalProperties",params:{additionalProperty: key1},parentSchema:schema52,data:data10};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data10.effort !== undefined && func0.call(data10, "effort")){
let data11 = data10.effort;
if(typeof data11 === "string"){
if(!pattern4.test(data11)){
const err29 = {instancePath:instancePath+"/reasoning/effort",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema52.properties.effort,data:data11};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
else {
const err30 = {instancePath:instancePath+"/reasoning/effort",keyword:"type",params:{type: "string"},parentSchema:schema52.properties.effort,data:data11};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data10.budget_tokens !== undefined && func0.call(data10, "budget_tokens")){
let data12 = data10.budget_tokens;
if(!((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12)))){
const err31 = {instancePath:instancePath+"/reasoning/budget_tokens",keyword:"type",params:{type: "integer"},parentSchema:schema52.properties.budget_tokens,data:data12};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(typeof data12 == "number"){
if(data12 > 10000000 || isNaN(data12)){
const err32 = {instancePath:instancePath+"/reasoning/budget_tokens",keyword:"maximum",params:{comparison: "<=", limit: 10000000},parentSchema:schema52.properties.budget_tokens,data:data12};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(data12 < 1 || isNaN(data12)){
const err33 = {instancePath:instancePath+"/reasoning/budget_tokens",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema52.properties.budget_tokens,data:data12};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
}
else {
const err34 = {instancePath:instancePath+"/reasoning",keyword:"type",params:{type: "object"},parentSchema:schema52,data:data10};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.response_format !== undefined && func0.call(data, "response_format")){
if(!(validate27(data.response_format, {instancePath:instancePath+"/response_format",parentData:data,parentDataProperty:"response_format",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data.tools !== undefined && func0.call(data, "tools")){
if(!(validate29(data.tools, {instancePath:instancePath+"/tools",parentData:data,parentDataProperty:"tools",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
errors = vErrors.length;
}
}
if(data.tool_choice !== undefined && func0.call(data, "tool_choice")){
if(!(validate33(data.tool_choice, {instancePath:instancePath+"/tool_choice",parentData:data,parentDataProperty:"tool_choice",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
errors = vErrors.length;
}
}
if(data.extra !== undefined && func0.call(data, "extra")){
let data16 = data.extra;
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
if(Object.keys(data16).length < 1){
const err35 = {instancePath:instancePath+"/extra",keyword:"minProperties",params:{limit: 1},parentSchema:schema61,data:data16};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
for(const key2 of Object.keys(data16)){
if(!((((((key2 === "anthropic") || (key2 === "openai")) || (key2 === "openai-responses")) || (key2 === "azure")) || (key2 === "bedrock")) || (key2 === "vertex"))){
const err36 = {instancePath:instancePath+"/extra",keyword:"additionalProperties",params:{additionalProperty: key2},parentSchema:schema61,data:data16};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data16.anthropic !== undefined && func0.call(data16, "anthropic")){
let data17 = data16.anthropic;
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
if(Object.keys(data17).length < 1){
const err37 = {instancePath:instancePath+"/extra/anthropic",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties.anthropic,data:data17};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
else {
const err38 = {instancePath:instancePath+"/extra/anthropic",keyword:"type",params:{type: "object"},parentSchema:schema61.properties.anthropic,data:data17};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data16.openai !== undefined && func0.call(data16, "openai")){
let data18 = data16.openai;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(Object.keys(data18).length < 1){
const err39 = {instancePath:instancePath+"/extra/openai",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties.openai,data:data18};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
else {
const err40 = {instancePath:instancePath+"/extra/openai",keyword:"type",params:{type: "object"},parentSchema:schema61.properties.openai,data:data18};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data16["openai-responses"] !== undefined && func0.call(data16, "openai-responses")){
let data19 = data16["openai-responses"];
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
if(Object.keys(data19).length < 1){
const err41 = {instancePath:instancePath+"/extra/openai-responses",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties["openai-responses"],data:data19};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
else {
const err42 = {instancePath:instancePath+"/extra/openai-responses",keyword:"type",params:{type: "object"},parentSchema:schema61.properties["openai-responses"],data:data19};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data16.azure !== undefined && func0.call(data16, "azure")){
let data20 = data16.azure;
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
if(Object.keys(data20).length < 1){
const err43 = {instancePath:instancePath+"/extra/azure",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties.azure,data:data20};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
else {
const err44 = {instancePath:instancePath+"/extra/azure",keyword:"type",params:{type: "object"},parentSchema:schema61.properties.azure,data:data20};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data16.bedrock !== undefined && func0.call(data16, "bedrock")){
let data21 = data16.bedrock;
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
if(Object.keys(data21).length < 1){
const err45 = {instancePath:instancePath+"/extra/bedrock",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties.bedrock,data:data21};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
else {
const err46 = {instancePath:instancePath+"/extra/bedrock",keyword:"type",params:{type: "object"},parentSchema:schema61.properties.bedrock,data:data21};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data16.vertex !== undefined && func0.call(data16, "vertex")){
let data22 = data16.vertex;
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
if(Object.keys(data22).length < 1){
const err47 = {instancePath:instancePath+"/extra/vertex",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties.vertex,data:data22};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
else {
const err48 = {instancePath:instancePath+"/extra/vertex",keyword:"type",params:{type: "object"},parentSchema:schema61.properties.vertex,data:data22};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
}
else {
const err49 = {instancePath:instancePath+"/extra",keyword:"type",params:{type: "object"},parentSchema:schema61,data:data16};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data.sample_size !== undefined && func0.call(data, "sample_size")){
let data23 = data.sample_size;
if(!((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23)))){
const err50 = {instancePath:instancePath+"/sample_size",keyword:"type",params:{type: "integer"},parentSchema:schema71,data:data23};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if(typeof data23 == "number"){
if(data23 > 100000 || isNaN(data23)){
const err51 = {instancePath:instancePath+"/sample_size",keyword:"maximum",params:{comparison: "<=", limit: 100000},parentSchema:schema71,data:data23};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
if(data23 < 1 || isNaN(data23)){
const err52 = {instancePath:instancePath+"/sample_size",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema71,data:data23};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
}
if(data.significance_level !== undefined && func0.call(data, "significance_level")){
let data24 = data.significance_level;
if(typeof data24 == "number"){
if(data24 > 0.5 || isNaN(data24)){
const err53 = {instancePath:instancePath+"/significance_level",keyword:"maximum",params:{comparison: "<=", limit: 0.5},parentSchema:schema72,data:data24};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
if(data24 <= 0 || isNaN(data24)){
const err54 = {instancePath:instancePath+"/significance_level",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema72,data:data24};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
else {
const err55 = {instancePath:instancePath+"/significance_level",keyword:"type",params:{type: "number"},parentSchema:schema72,data:data24};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
if(data.stop_early !== undefined && func0.call(data, "stop_early")){
let data25 = data.stop_early;
if(typeof data25 !== "boolean"){
const err56 = {instancePath:instancePath+"/stop_early",keyword:"type",params:{type: "boolean"},parentSchema:schema73,data:data25};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data.sequential !== undefined && func0.call(data, "sequential")){
let data26 = data.sequential;
if(typeof data26 !== "boolean"){
const err57 = {instancePath:instancePath+"/sequential",keyword:"type",params:{type: "boolean"},parentSchema:schema74,data:data26};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data.timeouts !== undefined && func0.call(data, "timeouts")){
let data27 = data.timeouts;
if(typeof data27 !== "string"){
const err58 = {instancePath:instancePath+"/timeouts",keyword:"type",params:{type: "string"},parentSchema:schema75,data:data27};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if(!((data27 === "fail") || (data27 === "ask_again"))){
const err59 = {instancePath:instancePath+"/timeouts",keyword:"enum",params:{allowedValues: schema75.enum},parentSchema:schema75,data:data27};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
if(data.expected !== undefined && func0.call(data, "expected")){
let data28 = data.expected;
if(typeof data28 == "number"){
if(data28 >= 1 || isNaN(data28)){
const err60 = {instancePath:instancePath+"/expected",keyword:"exclusiveMaximum",params:{comparison: "<", limit: 1},parentSchema:schema76,data:data28};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
if(data28 <= 0 || isNaN(data28)){
const err61 = {instancePath:instancePath+"/expected",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema76,data:data28};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
else {
const err62 = {instancePath:instancePath+"/expected",keyword:"type",params:{type: "number"},parentSchema:schema76,data:data28};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
if(data.seed !== undefined && func0.call(data, "seed")){
let data29 = data.seed;
if(!((typeof data29 == "number") && (!(data29 % 1) && !isNaN(data29)))){
const err63 = {instancePath:instancePath+"/seed",keyword:"type",params:{type: "integer"},parentSchema:schema77,data:data29};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
if(typeof data29 == "number"){
if(data29 > 9007199254740991 || isNaN(data29)){
const err64 = {instancePath:instancePath+"/seed",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},parentSchema:schema77,data:data29};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
if(data29 < 0 || isNaN(data29)){
const err65 = {instancePath:instancePath+"/seed",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema77,data:data29};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
}
if(data.assert !== undefined && func0.call(data, "assert")){
if(!(validate42(data.assert, {instancePath:instancePath+"/assert",parentData:data,parentDataProperty:"assert",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate42.errors : vErrors.concat(validate42.errors);
errors = vErrors.length;
}
}
if(data.rubric !== undefined && func0.call(data, "rubric")){
if(!(validate153(data.rubric, {instancePath:instancePath+"/rubric",parentData:data,parentDataProperty:"rubric",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate153.errors : vErrors.concat(validate153.errors);
errors = vErrors.length;
}
}
if(data.extract !== undefined && func0.call(data, "extract")){
if(!(validate45(data.extract, {instancePath:instancePath+"/extract",parentData:data,parentDataProperty:"extract",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate45.errors : vErrors.concat(validate45.errors);
errors = vErrors.length;
}
}
if(data.embedding_model !== undefined && func0.call(data, "embedding_model")){
let data33 = data.embedding_model;
if(typeof data33 === "string"){
if(!pattern4.test(data33)){
const err66 = {instancePath:instancePath+"/embedding_model",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema120,data:data33};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
else {
const err67 = {instancePath:instancePath+"/embedding_model",keyword:"type",params:{type: "string"},parentSchema:schema120,data:data33};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
if(data.judge !== undefined && func0.call(data, "judge")){
if(!(validate155(data.judge, {instancePath:instancePath+"/judge",parentData:data,parentDataProperty:"judge",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors);
errors = vErrors.length;
}
}
if(data.user_simulator !== undefined && func0.call(data, "user_simulator")){
if(!(validate161(data.user_simulator, {instancePath:instancePath+"/user_simulator",parentData:data,parentDataProperty:"user_simulator",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate161.errors : vErrors.concat(validate161.errors);
errors = vErrors.length;
}
}
}
else {
const err68 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema40,data};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
validate24.errors = vErrors;
return errors === 0;
}
validate24.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema127 = {"title":"Triggering","description":"Tests whether the routing texts of meta.yml bring the right queries to this prompt.","type":"object","additionalProperties":false,"properties":{"judge":{"$ref":"#/$defs/trigger_judge"},"should_match":{"description":"Queries that should reach this prompt.","$ref":"#/$defs/queries"},"should_not_match":{"description":"Queries that should not reach this prompt.","$ref":"#/$defs/queries"}}};
const schema133 = {"type":"array","minItems":1,"items":{"type":"string","pattern":"\\S"}};
const schema128 = {"title":"TriggerJudge","description":"The model that decides whether a query should reach this prompt. Merged with the default judge key by key.","type":"object","additionalProperties":false,"minProperties":1,"properties":{"model":{"$ref":"#/$defs/model"},"timeout_s":{"$ref":"#/$defs/timeout_s"},"max_tokens":{"$ref":"#/$defs/max_tokens"},"temperature":{"$ref":"#/$defs/temperature"}}};

function validate165(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate165.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
const err0 = {instancePath,keyword:"minProperties",params:{limit: 1},parentSchema:schema128,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!((((key0 === "model") || (key0 === "timeout_s")) || (key0 === "max_tokens")) || (key0 === "temperature"))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema128,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.model !== undefined && func0.call(data, "model")){
let data0 = data.model;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err2 = {instancePath:instancePath+"/model",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema41,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/model",keyword:"type",params:{type: "string"},parentSchema:schema41,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.timeout_s !== undefined && func0.call(data, "timeout_s")){
let data1 = data.timeout_s;
if(typeof data1 == "number"){
if(data1 > 86400 || isNaN(data1)){
const err4 = {instancePath:instancePath+"/timeout_s",keyword:"maximum",params:{comparison: "<=", limit: 86400},parentSchema:schema45,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
if(data1 <= 0 || isNaN(data1)){
const err5 = {instancePath:instancePath+"/timeout_s",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema45,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/timeout_s",keyword:"type",params:{type: "number"},parentSchema:schema45,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.max_tokens !== undefined && func0.call(data, "max_tokens")){
let data2 = data.max_tokens;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
const err7 = {instancePath:instancePath+"/max_tokens",keyword:"type",params:{type: "integer"},parentSchema:schema46,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(typeof data2 == "number"){
if(data2 > 10000000 || isNaN(data2)){
const err8 = {instancePath:instancePath+"/max_tokens",keyword:"maximum",params:{comparison: "<=", limit: 10000000},parentSchema:schema46,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data2 < 1 || isNaN(data2)){
const err9 = {instancePath:instancePath+"/max_tokens",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema46,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
if(data.temperature !== undefined && func0.call(data, "temperature")){
let data3 = data.temperature;
if(typeof data3 == "number"){
if(data3 > 2 || isNaN(data3)){
const err10 = {instancePath:instancePath+"/temperature",keyword:"maximum",params:{comparison: "<=", limit: 2},parentSchema:schema47,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
if(data3 < 0 || isNaN(data3)){
const err11 = {instancePath:instancePath+"/temperature",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema47,data:data3};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/temperature",keyword:"type",params:{type: "number"},parentSchema:schema47,data:data3};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema128,data};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate165.errors = vErrors;
return errors === 0;
}
validate165.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate164(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate164.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(!(((key0 === "judge") || (key0 === "should_match")) || (key0 === "should_not_match"))){
const err0 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema127,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.judge !== undefined && func0.call(data, "judge")){
if(!(validate165(data.judge, {instancePath:instancePath+"/judge",parentData:data,parentDataProperty:"judge",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate165.errors : vErrors.concat(validate165.errors);
errors = vErrors.length;
}
}
if(data.should_match !== undefined && func0.call(data, "should_match")){
let data1 = data.should_match;
if(Array.isArray(data1)){
if(data1.length < 1){
const err1 = {instancePath:instancePath+"/should_match",keyword:"minItems",params:{limit: 1},parentSchema:schema133,data:data1};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const len0 = data1.length;
for(let i0=0; i0<len0; i0++){
let data2 = data1[i0];
if(typeof data2 === "string"){
if(!pattern4.test(data2)){
const err2 = {instancePath:instancePath+"/should_match/" + i0,keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema133.items,data:data2};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/should_match/" + i0,keyword:"type",params:{type: "string"},parentSchema:schema133.items,data:data2};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
else {
const err4 = {instancePath:instancePath+"/should_match",keyword:"type",params:{type: "array"},parentSchema:schema133,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.should_not_match !== undefined && func0.call(data, "should_not_match")){
let data3 = data.should_not_match;
if(Array.isArray(data3)){
if(data3.length < 1){
const err5 = {instancePath:instancePath+"/should_not_match",keyword:"minItems",params:{limit: 1},parentSchema:schema133,data:data3};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
const len1 = data3.length;
for(let i1=0; i1<len1; i1++){
let data4 = data3[i1];
if(typeof data4 === "string"){
if(!pattern4.test(data4)){
const err6 = {instancePath:instancePath+"/should_not_match/" + i1,keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema133.items,data:data4};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/should_not_match/" + i1,keyword:"type",params:{type: "string"},parentSchema:schema133.items,data:data4};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath:instancePath+"/should_not_match",keyword:"type",params:{type: "array"},parentSchema:schema133,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema127,data};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate164.errors = vErrors;
return errors === 0;
}
validate164.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema136 = {"title":"EvalCase","description":"One question, and what you expect of the answer.","type":"object","additionalProperties":false,"required":["name"],"properties":{"name":{"description":"Names the case in reports and for --case. Unique among cases, scenarios and triggering queries.","type":"string","pattern":"\\S","maxLength":200},"inputs_from":{"$ref":"#/$defs/inputs_from"},"inputs":{"$ref":"#/$defs/inputs"},"files":{"$ref":"#/$defs/files"},"messages":{"description":"Messages that follow those of the body. With a text body, the body is then the system prompt.","type":"array","minItems":1,"items":{"$ref":"#/$defs/case_message"}},"allow_hidden":{"$ref":"#/$defs/allow_hidden"},"dataset":{"$ref":"#/$defs/dataset"},"assert":{"$ref":"#/$defs/assert"},"inherit":{"$ref":"#/$defs/inherit"},"extract":{"$ref":"#/$defs/check_extract"},"rubric":{"$ref":"#/$defs/case_rubric"},"reference":{"description":"A text that the judge sees beside the response, such as the right answer; { field: NAME } or { input: NAME }.","$ref":"#/$defs/reference"},"judge":{"$ref":"#/$defs/judge"},"look":{"description":"true: eva asks the case and shows its replies, and judges nothing. Default: false.","type":"boolean"},"criteria":{"description":"A statistical bar on the rate of passing trials, instead of \"every trial passes\". Only proportion_gte.","$ref":"#/$defs/criteria"},"then":{"$ref":"#/$defs/then"},"model":{"$ref":"#/$defs/model"},"models":{"$ref":"#/$defs/models_of_case"},"timeout_s":{"$ref":"#/$defs/timeout_s"},"max_tokens":{"$ref":"#/$defs/max_tokens"},"temperature":{"$ref":"#/$defs/temperature"},"top_p":{"$ref":"#/$defs/top_p"},"top_k":{"$ref":"#/$defs/top_k"},"stop":{"$ref":"#/$defs/stop"},"sampling_seed":{"$ref":"#/$defs/sampling_seed"},"reasoning":{"$ref":"#/$defs/reasoning"},"response_format":{"$ref":"#/$defs/response_format"},"tools":{"$ref":"#/$defs/tools"},"tool_choice":{"$ref":"#/$defs/tool_choice"},"extra":{"$ref":"#/$defs/extra"},"sample_size":{"$ref":"#/$defs/sample_size"},"significance_level":{"$ref":"#/$defs/significance_level"},"stop_early":{"$ref":"#/$defs/stop_early"},"sequential":{"$ref":"#/$defs/sequential"},"timeouts":{"$ref":"#/$defs/timeouts"},"expected":{"$ref":"#/$defs/expected"},"seed":{"$ref":"#/$defs/seed"}}};
const schema137 = {"description":"Folder with an inputs.yml that gives values. Searched in the library's root, then in the prompt's folder.","type":"string","pattern":"\\S"};
const schema138 = {"description":"Values of the prompt's inputs. Texts are inserted verbatim, numbers as written, lists and mappings as JSON. null means no value.","type":"object","additionalProperties":true};
const schema139 = {"description":"A file for each input; the text of the file is the value. Searched in the library's root, then in the prompt's folder.","type":"object","minProperties":1,"additionalProperties":{"type":"string","pattern":"\\S"}};
const schema147 = {"description":"Whether files, inputs_from, dataset, json_schema and messages may read paths with a part that begins with a dot, such as .github/…. Default: false.","type":"boolean"};
const schema182 = {"description":"The parts of defaults that the case has: false for none, or a list of assert and rubric. Default: both.","type":["boolean","array"],"if":{"type":"array"},"then":{"minItems":1,"items":{"type":"string","enum":["assert","rubric"]}},"else":{"const":false}};
const schema195 = {"description":"The variants that ask this case: names from defaults.models. Default: all.","type":"array","minItems":1,"items":{"type":"string","pattern":"\\S"}};
const schema140 = {"title":"CaseMessageEntry","description":"A message that follows those of the body. Texts are sent as they are.","type":"object","additionalProperties":false,"required":["role"],"properties":{"role":{"description":"Who wrote the message: user or assistant.","type":"string","enum":["user","assistant"]},"content":{"$ref":"#/$defs/case_content"},"content_from":{"$ref":"#/$defs/content_from"}}};
const schema141 = {"description":"A text, a value such as { input: NAME }, or a list of parts: texts and files.","type":["string","object","array"],"if":{"type":"array"},"then":{"minItems":1,"items":{"$ref":"#/$defs/case_part"}},"else":{"$ref":"#/$defs/case_text"}};
const schema142 = {"title":"CaseMessagePart","description":"A text or a file of a message.","type":"object","additionalProperties":false,"minProperties":1,"properties":{"text":{"description":"A text, or a value such as { input: NAME }.","$ref":"#/$defs/case_text"},"file":{"$ref":"#/$defs/message_file"},"media_type":{"description":"The type of the file. It must be that of its first bytes.","type":"string","enum":["image/png","image/jpeg","image/gif","image/webp","application/pdf"]}}};
const schema143 = {"if":{"type":"object"},"then":{"$ref":"#/$defs/value_reference"},"else":{"$ref":"#/$defs/message_text"}};

function validate172(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate172.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
const _errs0 = errors;
let valid0 = true;
const _errs1 = errors;
if(!(data && typeof data == "object" && !Array.isArray(data))){
const err0 = {};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
var _valid0 = _errs1 === errors;
errors = _errs0;
if(vErrors !== null){
if(_errs0){
vErrors.length = _errs0;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs3 = errors;
if(!(validate49(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate49.errors : vErrors.concat(validate49.errors);
errors = vErrors.length;
}
var _valid0 = _errs3 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
ifClause0 = "then";
}
else {
const _errs4 = errors;
if(typeof data === "string"){
if(!pattern4.test(data)){
const err1 = {instancePath,keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema144,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath,keyword:"type",params:{type: "string"},parentSchema:schema144,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
var _valid0 = _errs4 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err3 = {instancePath,keyword:"if",params:{failingKeyword: ifClause0},parentSchema:schema143,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate172.errors = vErrors;
evaluated0.props = props0;
return errors === 0;
}
validate172.evaluated = {"dynamicProps":true,"dynamicItems":false};


function validate171(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate171.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
const err0 = {instancePath,keyword:"minProperties",params:{limit: 1},parentSchema:schema142,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(((key0 === "text") || (key0 === "file")) || (key0 === "media_type"))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema142,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.text !== undefined && func0.call(data, "text")){
if(!(validate172(data.text, {instancePath:instancePath+"/text",parentData:data,parentDataProperty:"text",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate172.errors : vErrors.concat(validate172.errors);
errors = vErrors.length;
}
}
if(data.file !== undefined && func0.call(data, "file")){
let data1 = data.file;
if((typeof data1 !== "string") && (!(data1 && typeof data1 == "object" && !Array.isArray(data1)))){
const err2 = {instancePath:instancePath+"/file",keyword:"type",params:{type: schema145.type},parentSchema:schema145,data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err3 = {instancePath:instancePath+"/file",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema145,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if((data1.input === undefined) || (!(func0.call(data1, "input")))){
const err4 = {instancePath:instancePath+"/file",keyword:"required",params:{missingProperty: "input"},parentSchema:schema145,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
for(const key1 of Object.keys(data1)){
if(!(key1 === "input")){
const err5 = {instancePath:instancePath+"/file",keyword:"additionalProperties",params:{additionalProperty: key1},parentSchema:schema145,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data1.input !== undefined && func0.call(data1, "input")){
let data2 = data1.input;
if(typeof data2 === "string"){
if(!pattern54.test(data2)){
const err6 = {instancePath:instancePath+"/file/input",keyword:"pattern",params:{pattern: "^[A-Za-z_][A-Za-z0-9_-]*$"},parentSchema:schema145.properties.input,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/file/input",keyword:"type",params:{type: "string"},parentSchema:schema145.properties.input,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
}
if(data.media_type !== undefined && func0.call(data, "media_type")){
let data3 = data.media_type;
if(typeof data3 !== "string"){
const err8 = {instancePath:instancePath+"/media_type",keyword:"type",params:{type: "string"},parentSchema:schema142.properties.media_type,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(!(((((data3 === "image/png") || (data3 === "image/jpeg")) || (data3 === "image/gif")) || (data3 === "image/webp")) || (data3 === "application/pdf"))){
const err9 = {instancePath:instancePath+"/media_type",keyword:"enum",params:{allowedValues: schema142.properties.media_type.enum},parentSchema:schema142.properties.media_type,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema142,data};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
validate171.errors = vErrors;
return errors === 0;
}
validate171.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate170(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate170.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if((!data || typeof data != "object") && (typeof data !== "string")){
const err0 = {instancePath,keyword:"type",params:{type: schema141.type},parentSchema:schema141,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(!(Array.isArray(data))){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
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
let ifClause0;
if(_valid0){
const _errs4 = errors;
if(Array.isArray(data)){
if(data.length < 1){
const err2 = {instancePath,keyword:"minItems",params:{limit: 1},parentSchema:schema141.then,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(validate171(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate171.errors : vErrors.concat(validate171.errors);
errors = vErrors.length;
}
}
}
var _valid0 = _errs4 === errors;
valid0 = _valid0;
if(valid0){
var items0 = true;
}
ifClause0 = "then";
}
else {
const _errs6 = errors;
if(!(validate172(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate172.errors : vErrors.concat(validate172.errors);
errors = vErrors.length;
}
else {
var props0 = validate172.evaluated.props;
}
var _valid0 = _errs6 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err3 = {instancePath,keyword:"if",params:{failingKeyword: ifClause0},parentSchema:schema141,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate170.errors = vErrors;
evaluated0.props = props0;
evaluated0.items = items0;
return errors === 0;
}
validate170.evaluated = {"dynamicProps":true,"dynamicItems":true};


function validate169(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate169.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.role === undefined) || (!(func0.call(data, "role")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "role"},parentSchema:schema140,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(((key0 === "role") || (key0 === "content")) || (key0 === "content_from"))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema140,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.role !== undefined && func0.call(data, "role")){
let data0 = data.role;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/role",keyword:"type",params:{type: "string"},parentSchema:schema140.properties.role,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!((data0 === "user") || (data0 === "assistant"))){
const err3 = {instancePath:instancePath+"/role",keyword:"enum",params:{allowedValues: schema140.properties.role.enum},parentSchema:schema140.properties.role,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.content !== undefined && func0.call(data, "content")){
if(!(validate170(data.content, {instancePath:instancePath+"/content",parentData:data,parentDataProperty:"content",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate170.errors : vErrors.concat(validate170.errors);
errors = vErrors.length;
}
}
if(data.content_from !== undefined && func0.call(data, "content_from")){
let data2 = data.content_from;
if(typeof data2 === "string"){
if(!pattern4.test(data2)){
const err4 = {instancePath:instancePath+"/content_from",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema146,data:data2};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/content_from",keyword:"type",params:{type: "string"},parentSchema:schema146,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema140,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate169.errors = vErrors;
return errors === 0;
}
validate169.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema148 = {"title":"CaseDataset","description":"A file with inputs and expected values: each of its items is asked. A mapping, or the path of the file alone.","type":["string","object"],"pattern":"\\S","additionalProperties":false,"required":["file"],"properties":{"file":{"description":"Path of a CSV, TSV, JSONL, JSON or YAML file. Searched in the library's root, then in the prompt's folder.","type":"string","pattern":"\\S"},"format":{"description":"Format of the file, if its name does not say it.","type":"string","enum":["csv","tsv","jsonl","json","yaml"]},"delimiter":{"$ref":"#/$defs/delimiter"},"inputs":{"description":"INPUT: FIELD for each input that a field of another name fills. A field with the name of an input fills it anyway.","type":"object","minProperties":1,"additionalProperties":{"$ref":"#/$defs/field"}},"id":{"description":"A field that identifies each item: unique and not blank. Default: a digest of the inputs of the item.","$ref":"#/$defs/field"},"where":{"description":"FIELD: VALUE or a list of values. Keeps the items that have one of the values in every field. \"\" also means no value.","$ref":"#/$defs/field_values"},"unless":{"description":"FIELD: VALUE or a list of values. Drops the items that have one of the values in any field. \"\" also means no value.","$ref":"#/$defs/field_values"},"cluster":{"$ref":"#/$defs/cluster"},"draws":{"description":"Number of answers to each item. Default: 1.","type":"integer","minimum":1,"maximum":1000},"claim":{"description":"population: the verdict is about items like these. file: about the items of this file only. Default: population.","type":"string","enum":["population","file"]},"slices":{"description":"Fields whose values divide the items into slices. A field name reports its slices; a mapping with criteria also decides them.","type":"array","minItems":1,"items":{"$ref":"#/$defs/slice"}}}};
const schema149 = {"description":"The character between the values of a CSV file: one character, no quote and no line end. Default: a comma, for .tsv a tab.","type":"string","pattern":"^[^\"\\r\\n]$"};
const pattern58 = new RegExp("^[^\"\\r\\n]$", "u");
const schema152 = {"type":"object","minProperties":1,"additionalProperties":{"$ref":"#/$defs/field_value"}};
const schema153 = {"title":"FieldValue","type":["string","number","boolean","null","array"],"if":{"type":"array"},"then":{"minItems":1,"items":{"$ref":"#/$defs/one_value"}},"else":{"$ref":"#/$defs/one_value"}};
const schema154 = {"type":["string","number","boolean","null"]};

function validate181(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate181.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(((((typeof data !== "string") && (!(typeof data == "number"))) && (typeof data !== "boolean")) && (data !== null)) && (!(Array.isArray(data)))){
const err0 = {instancePath,keyword:"type",params:{type: schema153.type},parentSchema:schema153,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(!(Array.isArray(data))){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
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
let ifClause0;
if(_valid0){
const _errs4 = errors;
if(Array.isArray(data)){
if(data.length < 1){
const err2 = {instancePath,keyword:"minItems",params:{limit: 1},parentSchema:schema153.then,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
if((((typeof data0 !== "string") && (!(typeof data0 == "number"))) && (typeof data0 !== "boolean")) && (data0 !== null)){
const err3 = {instancePath:instancePath+"/" + i0,keyword:"type",params:{type: schema154.type},parentSchema:schema154,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
var _valid0 = _errs4 === errors;
valid0 = _valid0;
if(valid0){
var items0 = true;
}
ifClause0 = "then";
}
else {
const _errs8 = errors;
if((((typeof data !== "string") && (!(typeof data == "number"))) && (typeof data !== "boolean")) && (data !== null)){
const err4 = {instancePath,keyword:"type",params:{type: schema154.type},parentSchema:schema154,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
var _valid0 = _errs8 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err5 = {instancePath,keyword:"if",params:{failingKeyword: ifClause0},parentSchema:schema153,data};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
validate181.errors = vErrors;
evaluated0.items = items0;
return errors === 0;
}
validate181.evaluated = {"dynamicProps":false,"dynamicItems":true};


function validate180(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate180.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
const err0 = {instancePath,keyword:"minProperties",params:{limit: 1},parentSchema:schema152,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(validate181(data[key0], {instancePath:instancePath+"/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data,parentDataProperty:key0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate181.errors : vErrors.concat(validate181.errors);
errors = vErrors.length;
}
}
}
else {
const err1 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema152,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate180.errors = vErrors;
return errors === 0;
}
validate180.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema156 = {"title":"DatasetCluster","description":"A field whose value similar items share, such as the customer. The items with one value count as one unit.","type":["string","object"],"minLength":1,"additionalProperties":false,"required":["field"],"properties":{"field":{"description":"The field with the name of the cluster.","$ref":"#/$defs/field"},"at_most":{"description":"Maximum number of items of a cluster that are asked. Required with weigh: items.","type":"integer","minimum":1,"maximum":1000000},"weigh":{"description":"clusters: the claim is about an average cluster. items: about an average item. Default: clusters.","type":"string","enum":["clusters","items"]}}};

function validate185(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate185.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if((typeof data !== "string") && (!(data && typeof data == "object" && !Array.isArray(data)))){
const err0 = {instancePath,keyword:"type",params:{type: schema156.type},parentSchema:schema156,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(typeof data === "string"){
if(func96(data) < 1){
const err1 = {instancePath,keyword:"minLength",params:{limit: 1},parentSchema:schema156,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.field === undefined) || (!(func0.call(data, "field")))){
const err2 = {instancePath,keyword:"required",params:{missingProperty: "field"},parentSchema:schema156,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(((key0 === "field") || (key0 === "at_most")) || (key0 === "weigh"))){
const err3 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema156,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.field !== undefined && func0.call(data, "field")){
let data0 = data.field;
if(typeof data0 === "string"){
if(func96(data0) < 1){
const err4 = {instancePath:instancePath+"/field",keyword:"minLength",params:{limit: 1},parentSchema:schema86,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/field",keyword:"type",params:{type: "string"},parentSchema:schema86,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.at_most !== undefined && func0.call(data, "at_most")){
let data1 = data.at_most;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
const err6 = {instancePath:instancePath+"/at_most",keyword:"type",params:{type: "integer"},parentSchema:schema156.properties.at_most,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(typeof data1 == "number"){
if(data1 > 1000000 || isNaN(data1)){
const err7 = {instancePath:instancePath+"/at_most",keyword:"maximum",params:{comparison: "<=", limit: 1000000},parentSchema:schema156.properties.at_most,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err8 = {instancePath:instancePath+"/at_most",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema156.properties.at_most,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
if(data.weigh !== undefined && func0.call(data, "weigh")){
let data2 = data.weigh;
if(typeof data2 !== "string"){
const err9 = {instancePath:instancePath+"/weigh",keyword:"type",params:{type: "string"},parentSchema:schema156.properties.weigh,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(!((data2 === "clusters") || (data2 === "items"))){
const err10 = {instancePath:instancePath+"/weigh",keyword:"enum",params:{allowedValues: schema156.properties.weigh.enum},parentSchema:schema156.properties.weigh,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
validate185.errors = vErrors;
return errors === 0;
}
validate185.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema158 = {"title":"DatasetSlice","type":["string","object"],"minLength":1,"additionalProperties":false,"required":["field"],"properties":{"field":{"description":"The field whose values are the slices.","$ref":"#/$defs/field"},"criteria":{"description":"The claim about each slice: one criterion. Without it, slices are only reported.","$ref":"#/$defs/criterion"},"must":{"description":"pass: each slice must be shown to meet the claim. not_fail: none may be shown to miss it. Default: pass.","type":"string","enum":["pass","not_fail"]},"at_most":{"description":"Maximum number of different values. Default: 200.","type":"integer","minimum":1,"maximum":1000},"only":{"description":"The values that the criterion decides. Others are only reported.","type":"array","minItems":1,"items":{"$ref":"#/$defs/one_value"}}}};
const schema160 = {"title":"Criterion","description":"One rule that turns scores or measurements into a verdict.","type":"object","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"proportion_gte":{"description":"The share of trials that pass, that reach min_score, or that measure at least threshold, is at least proportion.","$ref":"#/$defs/proportion_gte_criterion"},"proportion_gt":{"description":"The share of trials that measure more than threshold is at least proportion.","$ref":"#/$defs/proportion_criterion"},"proportion_lt":{"description":"The share of trials that measure less than threshold is at least proportion.","$ref":"#/$defs/proportion_criterion"},"proportion_lte":{"description":"The share of trials that measure at most threshold is at least proportion.","$ref":"#/$defs/proportion_criterion"},"mean_gte":{"description":"The mean is at least threshold.","$ref":"#/$defs/mean_criterion"},"mean_gt":{"description":"The mean is more than threshold.","$ref":"#/$defs/mean_criterion"},"mean_lt":{"description":"The mean is less than threshold.","$ref":"#/$defs/mean_criterion"},"mean_lte":{"description":"The mean is at most threshold.","$ref":"#/$defs/mean_criterion"},"median_gte":{"description":"The median is at least threshold.","$ref":"#/$defs/median_criterion"},"median_gt":{"description":"The median is more than threshold.","$ref":"#/$defs/median_criterion"},"median_lt":{"description":"The median is less than threshold.","$ref":"#/$defs/median_criterion"},"median_lte":{"description":"The median is at most threshold.","$ref":"#/$defs/median_criterion"},"recall_gte":{"$comment":"beside class","description":"Of the items of the class, at least proportion are answered with it.","$ref":"#/$defs/class_criterion"},"precision_gte":{"$comment":"beside class","description":"Of the answers with the class, at least proportion are right.","$ref":"#/$defs/class_criterion"},"f1_gte":{"$comment":"beside class","description":"The F1 of the class is at least proportion.","$ref":"#/$defs/class_criterion"}}};
const schema161 = {"title":"ProportionGteCriterion","type":"object","additionalProperties":false,"required":["proportion"],"properties":{"min_score":{"$comment":"beside expected_behavior","$ref":"#/$defs/min_score"},"threshold":{"$comment":"beside metric","$ref":"#/$defs/threshold"},"proportion":{"$ref":"#/$defs/proportion"},"significance_level":{"$ref":"#/$defs/significance_level"},"by":{"description":"people: labels of eva label decide it instead of the judge. Needs a rubric.","type":"string","enum":["people"]},"labels":{"description":"With by: people, the number of answers that people label, a random sample of all answers of the case. Default: 100.","type":"integer","minimum":1,"maximum":100000}}};
const schema162 = {"description":"The lowest score with which a trial counts as good.","type":"number","minimum":0,"maximum":100};
const schema163 = {"description":"The value to compare with, in the unit of the metric or on the judge's scale.","type":"number"};
const schema164 = {"description":"The share of trials that must be good. Below 1, since no sample can prove 1.","type":"number","exclusiveMinimum":0,"maximum":1};

function validate189(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate189.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.proportion === undefined) || (!(func0.call(data, "proportion")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "proportion"},parentSchema:schema161,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!((((((key0 === "min_score") || (key0 === "threshold")) || (key0 === "proportion")) || (key0 === "significance_level")) || (key0 === "by")) || (key0 === "labels"))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema161,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.min_score !== undefined && func0.call(data, "min_score")){
let data0 = data.min_score;
if(typeof data0 == "number"){
if(data0 > 100 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/min_score",keyword:"maximum",params:{comparison: "<=", limit: 100},parentSchema:schema162,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/min_score",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema162,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/min_score",keyword:"type",params:{type: "number"},parentSchema:schema162,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.threshold !== undefined && func0.call(data, "threshold")){
let data1 = data.threshold;
if(!(typeof data1 == "number")){
const err5 = {instancePath:instancePath+"/threshold",keyword:"type",params:{type: "number"},parentSchema:schema163,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.proportion !== undefined && func0.call(data, "proportion")){
let data2 = data.proportion;
if(typeof data2 == "number"){
if(data2 > 1 || isNaN(data2)){
const err6 = {instancePath:instancePath+"/proportion",keyword:"maximum",params:{comparison: "<=", limit: 1},parentSchema:schema164,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data2 <= 0 || isNaN(data2)){
const err7 = {instancePath:instancePath+"/proportion",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema164,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/proportion",keyword:"type",params:{type: "number"},parentSchema:schema164,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.significance_level !== undefined && func0.call(data, "significance_level")){
let data3 = data.significance_level;
if(typeof data3 == "number"){
if(data3 > 0.5 || isNaN(data3)){
const err9 = {instancePath:instancePath+"/significance_level",keyword:"maximum",params:{comparison: "<=", limit: 0.5},parentSchema:schema72,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data3 <= 0 || isNaN(data3)){
const err10 = {instancePath:instancePath+"/significance_level",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema72,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/significance_level",keyword:"type",params:{type: "number"},parentSchema:schema72,data:data3};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.by !== undefined && func0.call(data, "by")){
let data4 = data.by;
if(typeof data4 !== "string"){
const err12 = {instancePath:instancePath+"/by",keyword:"type",params:{type: "string"},parentSchema:schema161.properties.by,data:data4};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(!(data4 === "people")){
const err13 = {instancePath:instancePath+"/by",keyword:"enum",params:{allowedValues: schema161.properties.by.enum},parentSchema:schema161.properties.by,data:data4};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.labels !== undefined && func0.call(data, "labels")){
let data5 = data.labels;
if(!((typeof data5 == "number") && (!(data5 % 1) && !isNaN(data5)))){
const err14 = {instancePath:instancePath+"/labels",keyword:"type",params:{type: "integer"},parentSchema:schema161.properties.labels,data:data5};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
if(typeof data5 == "number"){
if(data5 > 100000 || isNaN(data5)){
const err15 = {instancePath:instancePath+"/labels",keyword:"maximum",params:{comparison: "<=", limit: 100000},parentSchema:schema161.properties.labels,data:data5};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(data5 < 1 || isNaN(data5)){
const err16 = {instancePath:instancePath+"/labels",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema161.properties.labels,data:data5};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
}
}
else {
const err17 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema161,data};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
validate189.errors = vErrors;
return errors === 0;
}
validate189.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema166 = {"title":"ProportionCriterion","type":"object","additionalProperties":false,"required":["proportion"],"properties":{"min_score":{"$comment":"beside expected_behavior","$ref":"#/$defs/min_score"},"threshold":{"$comment":"beside metric","$ref":"#/$defs/threshold"},"proportion":{"$ref":"#/$defs/proportion"},"significance_level":{"$ref":"#/$defs/significance_level"}}};

function validate191(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate191.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.proportion === undefined) || (!(func0.call(data, "proportion")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "proportion"},parentSchema:schema166,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!((((key0 === "min_score") || (key0 === "threshold")) || (key0 === "proportion")) || (key0 === "significance_level"))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema166,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.min_score !== undefined && func0.call(data, "min_score")){
let data0 = data.min_score;
if(typeof data0 == "number"){
if(data0 > 100 || isNaN(data0)){
const err2 = {instancePath:instancePath+"/min_score",keyword:"maximum",params:{comparison: "<=", limit: 100},parentSchema:schema162,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data0 < 0 || isNaN(data0)){
const err3 = {instancePath:instancePath+"/min_score",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema162,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/min_score",keyword:"type",params:{type: "number"},parentSchema:schema162,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.threshold !== undefined && func0.call(data, "threshold")){
let data1 = data.threshold;
if(!(typeof data1 == "number")){
const err5 = {instancePath:instancePath+"/threshold",keyword:"type",params:{type: "number"},parentSchema:schema163,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.proportion !== undefined && func0.call(data, "proportion")){
let data2 = data.proportion;
if(typeof data2 == "number"){
if(data2 > 1 || isNaN(data2)){
const err6 = {instancePath:instancePath+"/proportion",keyword:"maximum",params:{comparison: "<=", limit: 1},parentSchema:schema164,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(data2 <= 0 || isNaN(data2)){
const err7 = {instancePath:instancePath+"/proportion",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema164,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/proportion",keyword:"type",params:{type: "number"},parentSchema:schema164,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.significance_level !== undefined && func0.call(data, "significance_level")){
let data3 = data.significance_level;
if(typeof data3 == "number"){
if(data3 > 0.5 || isNaN(data3)){
const err9 = {instancePath:instancePath+"/significance_level",keyword:"maximum",params:{comparison: "<=", limit: 0.5},parentSchema:schema72,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data3 <= 0 || isNaN(data3)){
const err10 = {instancePath:instancePath+"/significance_level",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema72,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/significance_level",keyword:"type",params:{type: "number"},parentSchema:schema72,data:data3};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema166,data};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
validate191.errors = vErrors;
return errors === 0;
}
validate191.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema171 = {"title":"MeanCriterion","type":"object","additionalProperties":false,"required":["threshold"],"properties":{"threshold":{"$ref":"#/$defs/threshold"},"cap":{"$comment":"beside metric","$ref":"#/$defs/cap"},"method":{"$ref":"#/$defs/method"},"significance_level":{"$ref":"#/$defs/significance_level"}}};
const schema173 = {"description":"Larger values count as the cap.","type":"number","exclusiveMinimum":0};
const schema174 = {"description":"The test of the mean. betting needs more trials and is proved for all distributions. Default: gaffke.","type":"string","enum":["gaffke","betting"]};

function validate195(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate195.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.threshold === undefined) || (!(func0.call(data, "threshold")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "threshold"},parentSchema:schema171,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!((((key0 === "threshold") || (key0 === "cap")) || (key0 === "method")) || (key0 === "significance_level"))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema171,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.threshold !== undefined && func0.call(data, "threshold")){
let data0 = data.threshold;
if(!(typeof data0 == "number")){
const err2 = {instancePath:instancePath+"/threshold",keyword:"type",params:{type: "number"},parentSchema:schema163,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.cap !== undefined && func0.call(data, "cap")){
let data1 = data.cap;
if(typeof data1 == "number"){
if(data1 <= 0 || isNaN(data1)){
const err3 = {instancePath:instancePath+"/cap",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema173,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/cap",keyword:"type",params:{type: "number"},parentSchema:schema173,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.method !== undefined && func0.call(data, "method")){
let data2 = data.method;
if(typeof data2 !== "string"){
const err5 = {instancePath:instancePath+"/method",keyword:"type",params:{type: "string"},parentSchema:schema174,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!((data2 === "gaffke") || (data2 === "betting"))){
const err6 = {instancePath:instancePath+"/method",keyword:"enum",params:{allowedValues: schema174.enum},parentSchema:schema174,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.significance_level !== undefined && func0.call(data, "significance_level")){
let data3 = data.significance_level;
if(typeof data3 == "number"){
if(data3 > 0.5 || isNaN(data3)){
const err7 = {instancePath:instancePath+"/significance_level",keyword:"maximum",params:{comparison: "<=", limit: 0.5},parentSchema:schema72,data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data3 <= 0 || isNaN(data3)){
const err8 = {instancePath:instancePath+"/significance_level",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema72,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/significance_level",keyword:"type",params:{type: "number"},parentSchema:schema72,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema171,data};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
validate195.errors = vErrors;
return errors === 0;
}
validate195.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema176 = {"title":"MedianCriterion","type":"object","additionalProperties":false,"required":["threshold"],"properties":{"threshold":{"$ref":"#/$defs/threshold"},"significance_level":{"$ref":"#/$defs/significance_level"}}};

function validate200(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate200.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.threshold === undefined) || (!(func0.call(data, "threshold")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "threshold"},parentSchema:schema176,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!((key0 === "threshold") || (key0 === "significance_level"))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema176,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.threshold !== undefined && func0.call(data, "threshold")){
let data0 = data.threshold;
if(!(typeof data0 == "number")){
const err2 = {instancePath:instancePath+"/threshold",keyword:"type",params:{type: "number"},parentSchema:schema163,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.significance_level !== undefined && func0.call(data, "significance_level")){
let data1 = data.significance_level;
if(typeof data1 == "number"){
if(data1 > 0.5 || isNaN(data1)){
const err3 = {instancePath:instancePath+"/significance_level",keyword:"maximum",params:{comparison: "<=", limit: 0.5},parentSchema:schema72,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data1 <= 0 || isNaN(data1)){
const err4 = {instancePath:instancePath+"/significance_level",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema72,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/significance_level",keyword:"type",params:{type: "number"},parentSchema:schema72,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
else {
const err6 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema176,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
validate200.errors = vErrors;
return errors === 0;
}
validate200.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema179 = {"title":"ClassCriterion","type":"object","additionalProperties":false,"required":["class","proportion"],"properties":{"class":{"description":"The class that the claim is about; each: every class.","type":"string","pattern":"\\S"},"proportion":{"description":"The share that recall, precision or F1 must reach. Below 1.","type":"number","exclusiveMinimum":0,"maximum":1},"significance_level":{"$ref":"#/$defs/significance_level"}}};

function validate205(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate205.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.class === undefined) || (!(func0.call(data, "class")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "class"},parentSchema:schema179,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.proportion === undefined) || (!(func0.call(data, "proportion")))){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "proportion"},parentSchema:schema179,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(((key0 === "class") || (key0 === "proportion")) || (key0 === "significance_level"))){
const err2 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema179,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.class !== undefined && func0.call(data, "class")){
let data0 = data.class;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err3 = {instancePath:instancePath+"/class",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema179.properties.class,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/class",keyword:"type",params:{type: "string"},parentSchema:schema179.properties.class,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.proportion !== undefined && func0.call(data, "proportion")){
let data1 = data.proportion;
if(typeof data1 == "number"){
if(data1 > 1 || isNaN(data1)){
const err5 = {instancePath:instancePath+"/proportion",keyword:"maximum",params:{comparison: "<=", limit: 1},parentSchema:schema179.properties.proportion,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(data1 <= 0 || isNaN(data1)){
const err6 = {instancePath:instancePath+"/proportion",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema179.properties.proportion,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/proportion",keyword:"type",params:{type: "number"},parentSchema:schema179.properties.proportion,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.significance_level !== undefined && func0.call(data, "significance_level")){
let data2 = data.significance_level;
if(typeof data2 == "number"){
if(data2 > 0.5 || isNaN(data2)){
const err8 = {instancePath:instancePath+"/significance_level",keyword:"maximum",params:{comparison: "<=", limit: 0.5},parentSchema:schema72,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(data2 <= 0 || isNaN(data2)){
const err9 = {instancePath:instancePath+"/significance_level",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema72,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/significance_level",keyword:"type",params:{type: "number"},parentSchema:schema72,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema179,data};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
validate205.errors = vErrors;
return errors === 0;
}
validate205.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate188(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate188.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 1){
const err0 = {instancePath,keyword:"maxProperties",params:{limit: 1},parentSchema:schema160,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(Object.keys(data).length < 1){
const err1 = {instancePath,keyword:"minProperties",params:{limit: 1},parentSchema:schema160,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(func0.call(schema160.properties, key0))){
const err2 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema160,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.proportion_gte !== undefined && func0.call(data, "proportion_gte")){
if(!(validate189(data.proportion_gte, {instancePath:instancePath+"/proportion_gte",parentData:data,parentDataProperty:"proportion_gte",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate189.errors : vErrors.concat(validate189.errors);
errors = vErrors.length;
}
}
if(data.proportion_gt !== undefined && func0.call(data, "proportion_gt")){
if(!(validate191(data.proportion_gt, {instancePath:instancePath+"/proportion_gt",parentData:data,parentDataProperty:"proportion_gt",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate191.errors : vErrors.concat(validate191.errors);
errors = vErrors.length;
}
}
if(data.proportion_lt !== undefined && func0.call(data, "proportion_lt")){
if(!(validate191(data.proportion_lt, {instancePath:instancePath+"/proportion_lt",parentData:data,parentDataProperty:"proportion_lt",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate191.errors : vErrors.concat(validate191.errors);
errors = vErrors.length;
}
}
if(data.proportion_lte !== undefined && func0.call(data, "proportion_lte")){
if(!(validate191(data.proportion_lte, {instancePath:instancePath+"/proportion_lte",parentData:data,parentDataProperty:"proportion_lte",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate191.errors : vErrors.concat(validate191.errors);
errors = vErrors.length;
}
}
if(data.mean_gte !== undefined && func0.call(data, "mean_gte")){
if(!(validate195(data.mean_gte, {instancePath:instancePath+"/mean_gte",parentData:data,parentDataProperty:"mean_gte",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate195.errors : vErrors.concat(validate195.errors);
errors = vErrors.length;
}
}
if(data.mean_gt !== undefined && func0.call(data, "mean_gt")){
if(!(validate195(data.mean_gt, {instancePath:instancePath+"/mean_gt",parentData:data,parentDataProperty:"mean_gt",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate195.errors : vErrors.concat(validate195.errors);
errors = vErrors.length;
}
}
if(data.mean_lt !== undefined && func0.call(data, "mean_lt")){
if(!(validate195(data.mean_lt, {instancePath:instancePath+"/mean_lt",parentData:data,parentDataProperty:"mean_lt",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate195.errors : vErrors.concat(validate195.errors);
errors = vErrors.length;
}
}
if(data.mean_lte !== undefined && func0.call(data, "mean_lte")){
if(!(validate195(data.mean_lte, {instancePath:instancePath+"/mean_lte",parentData:data,parentDataProperty:"mean_lte",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate195.errors : vErrors.concat(validate195.errors);
errors = vErrors.length;
}
}
if(data.median_gte !== undefined && func0.call(data, "median_gte")){
if(!(validate200(data.median_gte, {instancePath:instancePath+"/median_gte",parentData:data,parentDataProperty:"median_gte",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate200.errors : vErrors.concat(validate200.errors);
errors = vErrors.length;
}
}
if(data.median_gt !== undefined && func0.call(data, "median_gt")){
if(!(validate200(data.median_gt, {instancePath:instancePath+"/median_gt",parentData:data,parentDataProperty:"median_gt",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate200.errors : vErrors.concat(validate200.errors);
errors = vErrors.length;
}
}
if(data.median_lt !== undefined && func0.call(data, "median_lt")){
if(!(validate200(data.median_lt, {instancePath:instancePath+"/median_lt",parentData:data,parentDataProperty:"median_lt",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate200.errors : vErrors.concat(validate200.errors);
errors = vErrors.length;
}
}
if(data.median_lte !== undefined && func0.call(data, "median_lte")){
if(!(validate200(data.median_lte, {instancePath:instancePath+"/median_lte",parentData:data,parentDataProperty:"median_lte",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate200.errors : vErrors.concat(validate200.errors);
errors = vErrors.length;
}
}
if(data.recall_gte !== undefined && func0.call(data, "recall_gte")){
if(!(validate205(data.recall_gte, {instancePath:instancePath+"/recall_gte",parentData:data,parentDataProperty:"recall_gte",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate205.errors : vErrors.concat(validate205.errors);
errors = vErrors.length;
}
}
if(data.precision_gte !== undefined && func0.call(data, "precision_gte")){
if(!(validate205(data.precision_gte, {instancePath:instancePath+"/precision_gte",parentData:data,parentDataProperty:"precision_gte",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate205.errors : vErrors.concat(validate205.errors);
errors = vErrors.length;
}
}
if(data.f1_gte !== undefined && func0.call(data, "f1_gte")){
if(!(validate205(data.f1_gte, {instancePath:instancePath+"/f1_gte",parentData:data,parentDataProperty:"f1_gte",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate205.errors : vErrors.concat(validate205.errors);
errors = vErrors.length;
}
}
}
else {
const err3 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema160,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate188.errors = vErrors;
return errors === 0;
}
validate188.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate187(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate187.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if((typeof data !== "string") && (!(data && typeof data == "object" && !Array.isArray(data)))){
const err0 = {instancePath,keyword:"type",params:{type: schema158.type},parentSchema:schema158,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(typeof data === "string"){
if(func96(data) < 1){
const err1 = {instancePath,keyword:"minLength",params:{limit: 1},parentSchema:schema158,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.field === undefined) || (!(func0.call(data, "field")))){
const err2 = {instancePath,keyword:"required",params:{missingProperty: "field"},parentSchema:schema158,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(((((key0 === "field") || (key0 === "criteria")) || (key0 === "must")) || (key0 === "at_most")) || (key0 === "only"))){
const err3 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema158,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.field !== undefined && func0.call(data, "field")){
let data0 = data.field;
if(typeof data0 === "string"){
if(func96(data0) < 1){
const err4 = {instancePath:instancePath+"/field",keyword:"minLength",params:{limit: 1},parentSchema:schema86,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/field",keyword:"type",params:{type: "string"},parentSchema:schema86,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.criteria !== undefined && func0.call(data, "criteria")){
if(!(validate188(data.criteria, {instancePath:instancePath+"/criteria",parentData:data,parentDataProperty:"criteria",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate188.errors : vErrors.concat(validate188.errors);
errors = vErrors.length;
}
}
if(data.must !== undefined && func0.call(data, "must")){
let data2 = data.must;
if(typeof data2 !== "string"){
const err6 = {instancePath:instancePath+"/must",keyword:"type",params:{type: "string"},parentSchema:schema158.properties.must,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!((data2 === "pass") || (data2 === "not_fail"))){
const err7 = {instancePath:instancePath+"/must",keyword:"enum",params:{allowedValues: schema158.properties.must.enum},parentSchema:schema158.properties.must,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.at_most !== undefined && func0.call(data, "at_most")){
let data3 = data.at_most;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
const err8 = {instancePath:instancePath+"/at_most",keyword:"type",params:{type: "integer"},parentSchema:schema158.properties.at_most,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(typeof data3 == "number"){
if(data3 > 1000 || isNaN(data3)){
const err9 = {instancePath:instancePath+"/at_most",keyword:"maximum",params:{comparison: "<=", limit: 1000},parentSchema:schema158.properties.at_most,data:data3};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err10 = {instancePath:instancePath+"/at_most",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema158.properties.at_most,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
if(data.only !== undefined && func0.call(data, "only")){
let data4 = data.only;
if(Array.isArray(data4)){
if(data4.length < 1){
const err11 = {instancePath:instancePath+"/only",keyword:"minItems",params:{limit: 1},parentSchema:schema158.properties.only,data:data4};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
const len0 = data4.length;
for(let i0=0; i0<len0; i0++){
let data5 = data4[i0];
if((((typeof data5 !== "string") && (!(typeof data5 == "number"))) && (typeof data5 !== "boolean")) && (data5 !== null)){
const err12 = {instancePath:instancePath+"/only/" + i0,keyword:"type",params:{type: schema154.type},parentSchema:schema154,data:data5};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath:instancePath+"/only",keyword:"type",params:{type: "array"},parentSchema:schema158.properties.only,data:data4};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
validate187.errors = vErrors;
return errors === 0;
}
validate187.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate179(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate179.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if((typeof data !== "string") && (!(data && typeof data == "object" && !Array.isArray(data)))){
const err0 = {instancePath,keyword:"type",params:{type: schema148.type},parentSchema:schema148,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(typeof data === "string"){
if(!pattern4.test(data)){
const err1 = {instancePath,keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema148,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.file === undefined) || (!(func0.call(data, "file")))){
const err2 = {instancePath,keyword:"required",params:{missingProperty: "file"},parentSchema:schema148,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(func0.call(schema148.properties, key0))){
const err3 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema148,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.file !== undefined && func0.call(data, "file")){
let data0 = data.file;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err4 = {instancePath:instancePath+"/file",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema148.properties.file,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/file",keyword:"type",params:{type: "string"},parentSchema:schema148.properties.file,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.format !== undefined && func0.call(data, "format")){
let data1 = data.format;
if(typeof data1 !== "string"){
const err6 = {instancePath:instancePath+"/format",keyword:"type",params:{type: "string"},parentSchema:schema148.properties.format,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!(((((data1 === "csv") || (data1 === "tsv")) || (data1 === "jsonl")) || (data1 === "json")) || (data1 === "yaml"))){
const err7 = {instancePath:instancePath+"/format",keyword:"enum",params:{allowedValues: schema148.properties.format.enum},parentSchema:schema148.properties.format,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.delimiter !== undefined && func0.call(data, "delimiter")){
let data2 = data.delimiter;
if(typeof data2 === "string"){
if(!pattern58.test(data2)){
const err8 = {instancePath:instancePath+"/delimiter",keyword:"pattern",params:{pattern: "^[^\"\\r\\n]$"},parentSchema:schema149,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/delimiter",keyword:"type",params:{type: "string"},parentSchema:schema149,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.inputs !== undefined && func0.call(data, "inputs")){
let data3 = data.inputs;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(Object.keys(data3).length < 1){
const err10 = {instancePath:instancePath+"/inputs",keyword:"minProperties",params:{limit: 1},parentSchema:schema148.properties.inputs,data:data3};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
for(const key1 of Object.keys(data3)){
let data4 = data3[key1];
if(typeof data4 === "string"){
if(func96(data4) < 1){
const err11 = {instancePath:instancePath+"/inputs/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"minLength",params:{limit: 1},parentSchema:schema86,data:data4};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/inputs/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "string"},parentSchema:schema86,data:data4};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath:instancePath+"/inputs",keyword:"type",params:{type: "object"},parentSchema:schema148.properties.inputs,data:data3};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.id !== undefined && func0.call(data, "id")){
let data5 = data.id;
if(typeof data5 === "string"){
if(func96(data5) < 1){
const err14 = {instancePath:instancePath+"/id",keyword:"minLength",params:{limit: 1},parentSchema:schema86,data:data5};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/id",keyword:"type",params:{type: "string"},parentSchema:schema86,data:data5};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.where !== undefined && func0.call(data, "where")){
if(!(validate180(data.where, {instancePath:instancePath+"/where",parentData:data,parentDataProperty:"where",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate180.errors : vErrors.concat(validate180.errors);
errors = vErrors.length;
}
}
if(data.unless !== undefined && func0.call(data, "unless")){
if(!(validate180(data.unless, {instancePath:instancePath+"/unless",parentData:data,parentDataProperty:"unless",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate180.errors : vErrors.concat(validate180.errors);
errors = vErrors.length;
}
}
if(data.cluster !== undefined && func0.call(data, "cluster")){
if(!(validate185(data.cluster, {instancePath:instancePath+"/cluster",parentData:data,parentDataProperty:"cluster",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate185.errors : vErrors.concat(validate185.errors);
errors = vErrors.length;
}
}
if(data.draws !== undefined && func0.call(data, "draws")){
let data9 = data.draws;
if(!((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9)))){
const err16 = {instancePath:instancePath+"/draws",keyword:"type",params:{type: "integer"},parentSchema:schema148.properties.draws,data:data9};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(typeof data9 == "number"){
if(data9 > 1000 || isNaN(data9)){
const err17 = {instancePath:instancePath+"/draws",keyword:"maximum",params:{comparison: "<=", limit: 1000},parentSchema:schema148.properties.draws,data:data9};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data9 < 1 || isNaN(data9)){
const err18 = {instancePath:instancePath+"/draws",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema148.properties.draws,data:data9};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
if(data.claim !== undefined && func0.call(data, "claim")){
let data10 = data.claim;
if(typeof data10 !== "string"){
const err19 = {instancePath:instancePath+"/claim",keyword:"type",params:{type: "string"},parentSchema:schema148.properties.claim,data:data10};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(!((data10 === "population") || (data10 === "file"))){
const err20 = {instancePath:instancePath+"/claim",keyword:"enum",params:{allowedValues: schema148.properties.claim.enum},parentSchema:schema148.properties.claim,data:data10};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.slices !== undefined && func0.call(data, "slices")){
let data11 = data.slices;
if(Array.isArray(data11)){
if(data11.length < 1){
const err21 = {instancePath:instancePath+"/slices",keyword:"minItems",params:{limit: 1},parentSchema:schema148.properties.slices,data:data11};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
const len0 = data11.length;
for(let i0=0; i0<len0; i0++){
if(!(validate187(data11[i0], {instancePath:instancePath+"/slices/" + i0,parentData:data11,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate187.errors : vErrors.concat(validate187.errors);
errors = vErrors.length;
}
}
}
else {
const err22 = {instancePath:instancePath+"/slices",keyword:"type",params:{type: "array"},parentSchema:schema148.properties.slices,data:data11};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
validate179.errors = vErrors;
return errors === 0;
}
validate179.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema183 = {"title":"JudgeReference","type":["string","object"],"pattern":"\\S","additionalProperties":false,"minProperties":1,"maxProperties":1,"properties":{"input":{"description":"The value of an input of the case.","type":"string","minLength":1},"field":{"description":"A field of the item.","$ref":"#/$defs/field"}}};

function validate215(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate215.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if((typeof data !== "string") && (!(data && typeof data == "object" && !Array.isArray(data)))){
const err0 = {instancePath,keyword:"type",params:{type: schema183.type},parentSchema:schema183,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(typeof data === "string"){
if(!pattern4.test(data)){
const err1 = {instancePath,keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema183,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length > 1){
const err2 = {instancePath,keyword:"maxProperties",params:{limit: 1},parentSchema:schema183,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(Object.keys(data).length < 1){
const err3 = {instancePath,keyword:"minProperties",params:{limit: 1},parentSchema:schema183,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!((key0 === "input") || (key0 === "field"))){
const err4 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema183,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.input !== undefined && func0.call(data, "input")){
let data0 = data.input;
if(typeof data0 === "string"){
if(func96(data0) < 1){
const err5 = {instancePath:instancePath+"/input",keyword:"minLength",params:{limit: 1},parentSchema:schema183.properties.input,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/input",keyword:"type",params:{type: "string"},parentSchema:schema183.properties.input,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.field !== undefined && func0.call(data, "field")){
let data1 = data.field;
if(typeof data1 === "string"){
if(func96(data1) < 1){
const err7 = {instancePath:instancePath+"/field",keyword:"minLength",params:{limit: 1},parentSchema:schema86,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath:instancePath+"/field",keyword:"type",params:{type: "string"},parentSchema:schema86,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
validate215.errors = vErrors;
return errors === 0;
}
validate215.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema185 = {"type":["object","array"],"if":{"type":"array"},"then":{"minItems":1,"items":{"$ref":"#/$defs/criterion"}},"else":{"$ref":"#/$defs/criterion"}};

function validate218(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate218.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(!data || typeof data != "object"){
const err0 = {instancePath,keyword:"type",params:{type: schema185.type},parentSchema:schema185,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(!(Array.isArray(data))){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
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
let ifClause0;
if(_valid0){
const _errs4 = errors;
if(Array.isArray(data)){
if(data.length < 1){
const err2 = {instancePath,keyword:"minItems",params:{limit: 1},parentSchema:schema185.then,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(validate188(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate188.errors : vErrors.concat(validate188.errors);
errors = vErrors.length;
}
}
}
var _valid0 = _errs4 === errors;
valid0 = _valid0;
if(valid0){
var items0 = true;
}
ifClause0 = "then";
}
else {
const _errs6 = errors;
if(!(validate188(data, {instancePath,parentData,parentDataProperty,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate188.errors : vErrors.concat(validate188.errors);
errors = vErrors.length;
}
var _valid0 = _errs6 === errors;
valid0 = _valid0;
if(valid0){
var props0 = true;
}
ifClause0 = "else";
}
if(!valid0){
const err3 = {instancePath,keyword:"if",params:{failingKeyword: ifClause0},parentSchema:schema185,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate218.errors = vErrors;
evaluated0.props = props0;
evaluated0.items = items0;
return errors === 0;
}
validate218.evaluated = {"dynamicProps":true,"dynamicItems":true};

const schema186 = {"description":"Expectations, each decided by its own criteria, on the same trials.","type":"array","minItems":1,"items":{"$ref":"#/$defs/expectation"}};
const schema187 = {"title":"ThenItem","description":"One expectation: exactly one of expected_behavior, metric, assert and class, with the criteria that decide it.","type":"object","additionalProperties":false,"required":["criteria"],"properties":{"about":{"description":"A label for reports.","type":"string","pattern":"\\S"},"expected_behavior":{"description":"The desired behaviour of the application, in words. A judge scores it from 1 to 10.","type":"string","pattern":"\\S"},"reference":{"description":"A text that the judge sees beside the conversation, such as the right answer; { field: NAME } or { input: NAME }.","$ref":"#/$defs/reference"},"metric":{"$ref":"#/$defs/metric"},"assert":{"$ref":"#/$defs/assert"},"class":{"$ref":"#/$defs/class"},"criteria":{"description":"One criterion or a list. All must pass.","$ref":"#/$defs/criteria"},"judge":{"$ref":"#/$defs/judge"},"rubric":{"$ref":"#/$defs/levels"}}};
const schema188 = {"title":"MetricName","description":"A measured quantity, of each turn or of the whole conversation.","type":"string","enum":["per_turn.response_latency","per_turn.response_length","per_turn.response_words","per_turn.output_tokens","per_turn.input_tokens","per_turn.tool_calls","per_conversation.turn_count","per_conversation.total_time","per_conversation.total_response_time","per_conversation.total_response_length","per_conversation.total_tokens","per_conversation.cost","per_conversation.tool_calls","per_conversation.steps"]};
const schema193 = {"title":"Levels","description":"A text for every whole number of the scale: the meaning of that score.","type":"object","minProperties":1,"propertyNames":{"description":"a level is a whole number of the scale, from 0 to 100","pattern":"^(0|[1-9][0-9]?|100)$"},"additionalProperties":{"type":"string","pattern":"\\S"}};
const pattern66 = new RegExp("^(0|[1-9][0-9]?|100)$", "u");
const schema189 = {"title":"ClassReading","description":"Reads one class from each response and compares it with the expected one. Needs a data set.","type":"object","additionalProperties":false,"required":["expected"],"properties":{"expected":{"description":"The expected class: { field: NAME }, or a text.","$ref":"#/$defs/text_or_field"},"at":{"description":"JSON pointer of the class in the response, such as /category. Default: the whole response.","$ref":"#/$defs/pointer"},"of":{"description":"All classes, at most 100. Default: the expected values in the file.","type":"array","minItems":1,"items":{"type":"string","pattern":"\\S"}},"ignore_case":{"description":"Whether upper and lower case are the same. Default: false.","type":"boolean"}}};
const schema190 = {"title":"TextOrField","type":["string","object"],"pattern":"\\S","additionalProperties":false,"required":["field"],"properties":{"field":{"description":"A field of the item.","$ref":"#/$defs/field"}}};

function validate227(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate227.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if((typeof data !== "string") && (!(data && typeof data == "object" && !Array.isArray(data)))){
const err0 = {instancePath,keyword:"type",params:{type: schema190.type},parentSchema:schema190,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(typeof data === "string"){
if(!pattern4.test(data)){
const err1 = {instancePath,keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema190,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.field === undefined) || (!(func0.call(data, "field")))){
const err2 = {instancePath,keyword:"required",params:{missingProperty: "field"},parentSchema:schema190,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(key0 === "field")){
const err3 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema190,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.field !== undefined && func0.call(data, "field")){
let data0 = data.field;
if(typeof data0 === "string"){
if(func96(data0) < 1){
const err4 = {instancePath:instancePath+"/field",keyword:"minLength",params:{limit: 1},parentSchema:schema86,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/field",keyword:"type",params:{type: "string"},parentSchema:schema86,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
validate227.errors = vErrors;
return errors === 0;
}
validate227.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate226(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate226.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.expected === undefined) || (!(func0.call(data, "expected")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "expected"},parentSchema:schema189,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!((((key0 === "expected") || (key0 === "at")) || (key0 === "of")) || (key0 === "ignore_case"))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema189,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.expected !== undefined && func0.call(data, "expected")){
if(!(validate227(data.expected, {instancePath:instancePath+"/expected",parentData:data,parentDataProperty:"expected",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate227.errors : vErrors.concat(validate227.errors);
errors = vErrors.length;
}
}
if(data.at !== undefined && func0.call(data, "at")){
let data1 = data.at;
if(typeof data1 === "string"){
if(!pattern30.test(data1)){
const err2 = {instancePath:instancePath+"/at",keyword:"pattern",params:{pattern: "^(?:/[^~]*(?:~[01][^~]*)*)?$"},parentSchema:schema83,data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/at",keyword:"type",params:{type: "string"},parentSchema:schema83,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.of !== undefined && func0.call(data, "of")){
let data2 = data.of;
if(Array.isArray(data2)){
if(data2.length < 1){
const err4 = {instancePath:instancePath+"/of",keyword:"minItems",params:{limit: 1},parentSchema:schema189.properties.of,data:data2};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
const len0 = data2.length;
for(let i0=0; i0<len0; i0++){
let data3 = data2[i0];
if(typeof data3 === "string"){
if(!pattern4.test(data3)){
const err5 = {instancePath:instancePath+"/of/" + i0,keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema189.properties.of.items,data:data3};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/of/" + i0,keyword:"type",params:{type: "string"},parentSchema:schema189.properties.of.items,data:data3};
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
else {
const err7 = {instancePath:instancePath+"/of",keyword:"type",params:{type: "array"},parentSchema:schema189.properties.of,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.ignore_case !== undefined && func0.call(data, "ignore_case")){
let data4 = data.ignore_case;
if(typeof data4 !== "boolean"){
const err8 = {instancePath:instancePath+"/ignore_case",keyword:"type",params:{type: "boolean"},parentSchema:schema189.properties.ignore_case,data:data4};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema189,data};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate226.errors = vErrors;
return errors === 0;
}
validate226.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate223(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate223.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.criteria === undefined) || (!(func0.call(data, "criteria")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "criteria"},parentSchema:schema187,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(func0.call(schema187.properties, key0))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema187,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.about !== undefined && func0.call(data, "about")){
let data0 = data.about;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err2 = {instancePath:instancePath+"/about",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema187.properties.about,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/about",keyword:"type",params:{type: "string"},parentSchema:schema187.properties.about,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.expected_behavior !== undefined && func0.call(data, "expected_behavior")){
let data1 = data.expected_behavior;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err4 = {instancePath:instancePath+"/expected_behavior",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema187.properties.expected_behavior,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/expected_behavior",keyword:"type",params:{type: "string"},parentSchema:schema187.properties.expected_behavior,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.reference !== undefined && func0.call(data, "reference")){
if(!(validate215(data.reference, {instancePath:instancePath+"/reference",parentData:data,parentDataProperty:"reference",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate215.errors : vErrors.concat(validate215.errors);
errors = vErrors.length;
}
}
if(data.metric !== undefined && func0.call(data, "metric")){
let data3 = data.metric;
if(typeof data3 !== "string"){
const err6 = {instancePath:instancePath+"/metric",keyword:"type",params:{type: "string"},parentSchema:schema188,data:data3};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!((((((((((((((data3 === "per_turn.response_latency") || (data3 === "per_turn.response_length")) || (data3 === "per_turn.response_words")) || (data3 === "per_turn.output_tokens")) || (data3 === "per_turn.input_tokens")) || (data3 === "per_turn.tool_calls")) || (data3 === "per_conversation.turn_count")) || (data3 === "per_conversation.total_time")) || (data3 === "per_conversation.total_response_time")) || (data3 === "per_conversation.total_response_length")) || (data3 === "per_conversation.total_tokens")) || (data3 === "per_conversation.cost")) || (data3 === "per_conversation.tool_calls")) || (data3 === "per_conversation.steps"))){
const err7 = {instancePath:instancePath+"/metric",keyword:"enum",params:{allowedValues: schema188.enum},parentSchema:schema188,data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.assert !== undefined && func0.call(data, "assert")){
if(!(validate42(data.assert, {instancePath:instancePath+"/assert",parentData:data,parentDataProperty:"assert",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate42.errors : vErrors.concat(validate42.errors);
errors = vErrors.length;
}
}
if(data.class !== undefined && func0.call(data, "class")){
if(!(validate226(data.class, {instancePath:instancePath+"/class",parentData:data,parentDataProperty:"class",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate226.errors : vErrors.concat(validate226.errors);
errors = vErrors.length;
}
}
if(data.criteria !== undefined && func0.call(data, "criteria")){
if(!(validate218(data.criteria, {instancePath:instancePath+"/criteria",parentData:data,parentDataProperty:"criteria",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate218.errors : vErrors.concat(validate218.errors);
errors = vErrors.length;
}
}
if(data.judge !== undefined && func0.call(data, "judge")){
if(!(validate155(data.judge, {instancePath:instancePath+"/judge",parentData:data,parentDataProperty:"judge",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors);
errors = vErrors.length;
}
}
if(data.rubric !== undefined && func0.call(data, "rubric")){
let data8 = data.rubric;
if(data8 && typeof data8 == "object" && !Array.isArray(data8)){
if(Object.keys(data8).length < 1){
const err8 = {instancePath:instancePath+"/rubric",keyword:"minProperties",params:{limit: 1},parentSchema:schema193,data:data8};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
for(const key1 of Object.keys(data8)){
const _errs17 = errors;
if(typeof key1 === "string"){
if(!pattern66.test(key1)){
const err9 = {instancePath:instancePath+"/rubric",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]?|100)$"},parentSchema:schema193.propertyNames,data:key1,propertyName:key1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
var valid3 = _errs17 === errors;
if(!valid3){
const err10 = {instancePath:instancePath+"/rubric",keyword:"propertyNames",params:{propertyName: key1},parentSchema:schema193,data:data8};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
for(const key2 of Object.keys(data8)){
let data9 = data8[key2];
if(typeof data9 === "string"){
if(!pattern4.test(data9)){
const err11 = {instancePath:instancePath+"/rubric/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema193.additionalProperties,data:data9};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/rubric/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "string"},parentSchema:schema193.additionalProperties,data:data9};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath:instancePath+"/rubric",keyword:"type",params:{type: "object"},parentSchema:schema193,data:data8};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
else {
const err14 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema187,data};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
validate223.errors = vErrors;
return errors === 0;
}
validate223.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate222(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate222.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(Array.isArray(data)){
if(data.length < 1){
const err0 = {instancePath,keyword:"minItems",params:{limit: 1},parentSchema:schema186,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(validate223(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate223.errors : vErrors.concat(validate223.errors);
errors = vErrors.length;
}
}
}
else {
const err1 = {instancePath,keyword:"type",params:{type: "array"},parentSchema:schema186,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate222.errors = vErrors;
return errors === 0;
}
validate222.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};


function validate168(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate168.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.name === undefined) || (!(func0.call(data, "name")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "name"},parentSchema:schema136,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(func0.call(schema136.properties, key0))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema136,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.name !== undefined && func0.call(data, "name")){
let data0 = data.name;
if(typeof data0 === "string"){
if(func96(data0) > 200){
const err2 = {instancePath:instancePath+"/name",keyword:"maxLength",params:{limit: 200},parentSchema:schema136.properties.name,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!pattern4.test(data0)){
const err3 = {instancePath:instancePath+"/name",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema136.properties.name,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/name",keyword:"type",params:{type: "string"},parentSchema:schema136.properties.name,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.inputs_from !== undefined && func0.call(data, "inputs_from")){
let data1 = data.inputs_from;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err5 = {instancePath:instancePath+"/inputs_from",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema137,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/inputs_from",keyword:"type",params:{type: "string"},parentSchema:schema137,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.inputs !== undefined && func0.call(data, "inputs")){
let data2 = data.inputs;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
}
else {
const err7 = {instancePath:instancePath+"/inputs",keyword:"type",params:{type: "object"},parentSchema:schema138,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.files !== undefined && func0.call(data, "files")){
let data3 = data.files;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if(Object.keys(data3).length < 1){
const err8 = {instancePath:instancePath+"/files",keyword:"minProperties",params:{limit: 1},parentSchema:schema139,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
for(const key1 of Object.keys(data3)){
let data4 = data3[key1];
if(typeof data4 === "string"){
if(!pattern4.test(data4)){
const err9 = {instancePath:instancePath+"/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema139.additionalProperties,data:data4};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
else {
const err10 = {instancePath:instancePath+"/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "string"},parentSchema:schema139.additionalProperties,data:data4};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
else {
const err11 = {instancePath:instancePath+"/files",keyword:"type",params:{type: "object"},parentSchema:schema139,data:data3};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.messages !== undefined && func0.call(data, "messages")){
let data5 = data.messages;
if(Array.isArray(data5)){
if(data5.length < 1){
const err12 = {instancePath:instancePath+"/messages",keyword:"minItems",params:{limit: 1},parentSchema:schema136.properties.messages,data:data5};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
const len0 = data5.length;
for(let i0=0; i0<len0; i0++){
if(!(validate169(data5[i0], {instancePath:instancePath+"/messages/" + i0,parentData:data5,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate169.errors : vErrors.concat(validate169.errors);
errors = vErrors.length;
}
}
}
else {
const err13 = {instancePath:instancePath+"/messages",keyword:"type",params:{type: "array"},parentSchema:schema136.properties.messages,data:data5};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.allow_hidden !== undefined && func0.call(data, "allow_hidden")){
let data7 = data.allow_hidden;
if(typeof data7 !== "boolean"){
const err14 = {instancePath:instancePath+"/allow_hidden",keyword:"type",params:{type: "boolean"},parentSchema:schema147,data:data7};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.dataset !== undefined && func0.call(data, "dataset")){
if(!(validate179(data.dataset, {instancePath:instancePath+"/dataset",parentData:data,parentDataProperty:"dataset",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate179.errors : vErrors.concat(validate179.errors);
errors = vErrors.length;
}
}
if(data.assert !== undefined && func0.call(data, "assert")){
if(!(validate42(data.assert, {instancePath:instancePath+"/assert",parentData:data,parentDataProperty:"assert",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate42.errors : vErrors.concat(validate42.errors);
errors = vErrors.length;
}
}
if(data.inherit !== undefined && func0.call(data, "inherit")){
let data10 = data.inherit;
if((typeof data10 !== "boolean") && (!(Array.isArray(data10)))){
const err15 = {instancePath:instancePath+"/inherit",keyword:"type",params:{type: schema182.type},parentSchema:schema182,data:data10};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
const _errs28 = errors;
let valid9 = true;
const _errs29 = errors;
if(!(Array.isArray(data10))){
const err16 = {};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
var _valid0 = _errs29 === errors;
errors = _errs28;
if(vErrors !== null){
if(_errs28){
vErrors.length = _errs28;
}
else {
vErrors = null;
}
}
let ifClause0;
if(_valid0){
const _errs31 = errors;
if(Array.isArray(data10)){
if(data10.length < 1){
const err17 = {instancePath:instancePath+"/inherit",keyword:"minItems",params:{limit: 1},parentSchema:schema182.then,data:data10};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
const len1 = data10.length;
for(let i1=0; i1<len1; i1++){
let data11 = data10[i1];
if(typeof data11 !== "string"){
const err18 = {instancePath:instancePath+"/inherit/" + i1,keyword:"type",params:{type: "string"},parentSchema:schema182.then.items,data:data11};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(!((data11 === "assert") || (data11 === "rubric"))){
const err19 = {instancePath:instancePath+"/inherit/" + i1,keyword:"enum",params:{allowedValues: schema182.then.items.enum},parentSchema:schema182.then.items,data:data11};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
var _valid0 = _errs31 === errors;
valid9 = _valid0;
ifClause0 = "then";
}
else {
const _errs34 = errors;
if(false !== data10){
const err20 = {instancePath:instancePath+"/inherit",keyword:"const",params:{allowedValue: false},parentSchema:schema182.else,data:data10};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
var _valid0 = _errs34 === errors;
valid9 = _valid0;
ifClause0 = "else";
}
if(!valid9){
const err21 = {instancePath:instancePath+"/inherit",keyword:"if",params:{failingKeyword: ifClause0},parentSchema:schema182,data:data10};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.extract !== undefined && func0.call(data, "extract")){
if(!(validate44(data.extract, {instancePath:instancePath+"/extract",parentData:data,parentDataProperty:"extract",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate44.errors : vErrors.concat(validate44.errors);
errors = vErrors.length;
}
}
if(data.rubric !== undefined && func0.call(data, "rubric")){
if(!(validate153(data.rubric, {instancePath:instancePath+"/rubric",parentData:data,parentDataProperty:"rubric",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate153.errors : vErrors.concat(validate153.errors);
errors = vErrors.length;
}
}
if(data.reference !== undefined && func0.call(data, "reference")){
if(!(validate215(data.reference, {instancePath:instancePath+"/reference",parentData:data,parentDataProperty:"reference",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate215.errors : vErrors.concat(validate215.errors);
errors = vErrors.length;
}
}
if(data.judge !== undefined && func0.call(data, "judge")){
if(!(validate155(data.judge, {instancePath:instancePath+"/judge",parentData:data,parentDataProperty:"judge",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors);
errors = vErrors.length;
}
}
if(data.look !== undefined && func0.call(data, "look")){
let data16 = data.look;
if(typeof data16 !== "boolean"){
const err22 = {instancePath:instancePath+"/look",keyword:"type",params:{type: "boolean"},parentSchema:schema136.properties.look,data:data16};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.criteria !== undefined && func0.call(data, "criteria")){
if(!(validate218(data.criteria, {instancePath:instancePath+"/criteria",parentData:data,parentDataProperty:"criteria",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate218.errors : vErrors.concat(validate218.errors);
errors = vErrors.length;
}
}
if(data.then !== undefined && func0.call(data, "then")){
if(!(validate222(data.then, {instancePath:instancePath+"/then",parentData:data,parentDataProperty:"then",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate222.errors : vErrors.concat(validate222.errors);
errors = vErrors.length;
}
}
if(data.model !== undefined && func0.call(data, "model")){
let data19 = data.model;
if(typeof data19 === "string"){
if(!pattern4.test(data19)){
const err23 = {instancePath:instancePath+"/model",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema41,data:data19};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/model",keyword:"type",params:{type: "string"},parentSchema:schema41,data:data19};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.models !== undefined && func0.call(data, "models")){
let data20 = data.models;
if(Array.isArray(data20)){
if(data20.length < 1){
const err25 = {instancePath:instancePath+"/models",keyword:"minItems",params:{limit: 1},parentSchema:schema195,data:data20};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
const len2 = data20.length;
for(let i2=0; i2<len2; i2++){
let data21 = data20[i2];
if(typeof data21 === "string"){
if(!pattern4.test(data21)){
const err26 = {instancePath:instancePath+"/models/" + i2,keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema195.items,data:data21};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/models/" + i2,keyword:"type",params:{type: "string"},parentSchema:schema195.items,data:data21};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath:instancePath+"/models",keyword:"type",params:{type: "array"},parentSchema:schema195,data:data20};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.timeout_s !== undefined && func0.call(data, "timeout_s")){
let data22 = data.timeout_s;
if(typeof data22 == "number"){
if(data22 > 86400 || isNaN(data22)){
const err29 = {instancePath:instancePath+"/timeout_s",keyword:"maximum",params:{comparison: "<=", limit: 86400},parentSchema:schema45,data:data22};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(data22 <= 0 || isNaN(data22)){
const err30 = {instancePath:instancePath+"/timeout_s",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema45,data:data22};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/timeout_s",keyword:"type",params:{type: "number"},parentSchema:schema45,data:data22};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.max_tokens !== undefined && func0.call(data, "max_tokens")){
let data23 = data.max_tokens;
if(!((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23)))){
const err32 = {instancePath:instancePath+"/max_tokens",keyword:"type",params:{type: "integer"},parentSchema:schema46,data:data23};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(typeof data23 == "number"){
if(data23 > 10000000 || isNaN(data23)){
const err33 = {instancePath:instancePath+"/max_tokens",keyword:"maximum",params:{comparison: "<=", limit: 10000000},parentSchema:schema46,data:data23};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(data23 < 1 || isNaN(data23)){
const err34 = {instancePath:instancePath+"/max_tokens",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema46,data:data23};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
if(data.temperature !== undefined && func0.call(data, "temperature")){
let data24 = data.temperature;
if(typeof data24 == "number"){
if(data24 > 2 || isNaN(data24)){
const err35 = {instancePath:instancePath+"/temperature",keyword:"maximum",params:{comparison: "<=", limit: 2},parentSchema:schema47,data:data24};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(data24 < 0 || isNaN(data24)){
const err36 = {instancePath:instancePath+"/temperature",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema47,data:data24};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
else {
const err37 = {instancePath:instancePath+"/temperature",keyword:"type",params:{type: "number"},parentSchema:schema47,data:data24};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data.top_p !== undefined && func0.call(data, "top_p")){
let data25 = data.top_p;
if(typeof data25 == "number"){
if(data25 > 1 || isNaN(data25)){
const err38 = {instancePath:instancePath+"/top_p",keyword:"maximum",params:{comparison: "<=", limit: 1},parentSchema:schema48,data:data25};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(data25 < 0 || isNaN(data25)){
const err39 = {instancePath:instancePath+"/top_p",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema48,data:data25};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
else {
const err40 = {instancePath:instancePath+"/top_p",keyword:"type",params:{type: "number"},parentSchema:schema48,data:data25};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data.top_k !== undefined && func0.call(data, "top_k")){
let data26 = data.top_k;
if(!((typeof data26 == "number") && (!(data26 % 1) && !isNaN(data26)))){
const err41 = {instancePath:instancePath+"/top_k",keyword:"type",params:{type: "integer"},parentSchema:schema49,data:data26};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if(typeof data26 == "number"){
if(data26 > 1000000 || isNaN(data26)){
const err42 = {instancePath:instancePath+"/top_k",keyword:"maximum",params:{comparison: "<=", limit: 1000000},parentSchema:schema49,data:data26};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if(data26 < 1 || isNaN(data26)){
const err43 = {instancePath:instancePath+"/top_k",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema49,data:data26};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
}
if(data.stop !== undefined && func0.call(data, "stop")){
let data27 = data.stop;
if(Array.isArray(data27)){
if(data27.length > 16){
const err44 = {instancePath:instancePath+"/stop",keyword:"maxItems",params:{limit: 16},parentSchema:schema50,data:data27};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(data27.length < 1){
const err45 = {instancePath:instancePath+"/stop",keyword:"minItems",params:{limit: 1},parentSchema:schema50,data:data27};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
const len3 = data27.length;
for(let i3=0; i3<len3; i3++){
let data28 = data27[i3];
if(typeof data28 === "string"){
if(func96(data28) < 1){
const err46 = {instancePath:instancePath+"/stop/" + i3,keyword:"minLength",params:{limit: 1},parentSchema:schema50.items,data:data28};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
else {
const err47 = {instancePath:instancePath+"/stop/" + i3,keyword:"type",params:{type: "string"},parentSchema:schema50.items,data:data28};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
}
else {
const err48 = {instancePath:instancePath+"/stop",keyword:"type",params:{type: "array"},parentSchema:schema50,data:data27};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data.sampling_seed !== undefined && func0.call(data, "sampling_seed")){
let data29 = data.sampling_seed;
if(!((typeof data29 == "number") && (!(data29 % 1) && !isNaN(data29)))){
const err49 = {instancePath:instancePath+"/sampling_seed",keyword:"type",params:{type: "integer"},parentSchema:schema51,data:data29};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
if(typeof data29 == "number"){
if(data29 > 2147483647 || isNaN(data29)){
const err50 = {instancePath:instancePath+"/sampling_seed",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},parentSchema:schema51,data:data29};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if(data29 < -2147483648 || isNaN(data29)){
const err51 = {instancePath:instancePath+"/sampling_seed",keyword:"minimum",params:{comparison: ">=", limit: -2147483648},parentSchema:schema51,data:data29};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
}
if(data.reasoning !== undefined && func0.call(data, "reasoning")){
let data30 = data.reasoning;
if(data30 && typeof data30 == "object" && !Array.isArray(data30)){
if(Object.keys(data30).length > 1){
const err52 = {instancePath:instancePath+"/reasoning",keyword:"maxProperties",params:{limit: 1},parentSchema:schema52,data:data30};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
if(Object.keys(data30).length < 1){
const err53 = {instancePath:instancePath+"/reasoning",keyword:"minProperties",params:{limit: 1},parentSchema:schema52,data:data30};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
for(const key2 of Object.keys(data30)){
if(!((key2 === "effort") || (key2 === "budget_tokens"))){
const err54 = {instancePath:instancePath+"/reasoning",keyword:"additionalProperties",params:{additionalProperty: key2},parentSchema:schema52,data:data30};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
if(data30.effort !== undefined && func0.call(data30, "effort")){
let data31 = data30.effort;
if(typeof data31 === "string"){
if(!pattern4.test(data31)){
const err55 = {instancePath:instancePath+"/reasoning/effort",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema52.properties.effort,data:data31};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
else {
const err56 = {instancePath:instancePath+"/reasoning/effort",keyword:"type",params:{type: "string"},parentSchema:schema52.properties.effort,data:data31};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data30.budget_tokens !== undefined && func0.call(data30, "budget_tokens")){
let data32 = data30.budget_tokens;
if(!((typeof data32 == "number") && (!(data32 % 1) && !isNaN(data32)))){
const err57 = {instancePath:instancePath+"/reasoning/budget_tokens",keyword:"type",params:{type: "integer"},parentSchema:schema52.properties.budget_tokens,data:data32};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if(typeof data32 == "number"){
if(data32 > 10000000 || isNaN(data32)){
const err58 = {instancePath:instancePath+"/reasoning/budget_tokens",keyword:"maximum",params:{comparison: "<=", limit: 10000000},parentSchema:schema52.properties.budget_tokens,data:data32};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if(data32 < 1 || isNaN(data32)){
const err59 = {instancePath:instancePath+"/reasoning/budget_tokens",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema52.properties.budget_tokens,data:data32};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
}
}
else {
const err60 = {instancePath:instancePath+"/reasoning",keyword:"type",params:{type: "object"},parentSchema:schema52,data:data30};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
if(data.response_format !== undefined && func0.call(data, "response_format")){
if(!(validate27(data.response_format, {instancePath:instancePath+"/response_format",parentData:data,parentDataProperty:"response_format",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data.tools !== undefined && func0.call(data, "tools")){
if(!(validate29(data.tools, {instancePath:instancePath+"/tools",parentData:data,parentDataProperty:"tools",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
errors = vErrors.length;
}
}
if(data.tool_choice !== undefined && func0.call(data, "tool_choice")){
if(!(validate33(data.tool_choice, {instancePath:instancePath+"/tool_choice",parentData:data,parentDataProperty:"tool_choice",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
errors = vErrors.length;
}
}
if(data.extra !== undefined && func0.call(data, "extra")){
let data36 = data.extra;
if(data36 && typeof data36 == "object" && !Array.isArray(data36)){
if(Object.keys(data36).length < 1){
const err61 = {instancePath:instancePath+"/extra",keyword:"minProperties",params:{limit: 1},parentSchema:schema61,data:data36};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
for(const key3 of Object.keys(data36)){
if(!((((((key3 === "anthropic") || (key3 === "openai")) || (key3 === "openai-responses")) || (key3 === "azure")) || (key3 === "bedrock")) || (key3 === "vertex"))){
const err62 = {instancePath:instancePath+"/extra",keyword:"additionalProperties",params:{additionalProperty: key3},parentSchema:schema61,data:data36};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
if(data36.anthropic !== undefined && func0.call(data36, "anthropic")){
let data37 = data36.anthropic;
if(data37 && typeof data37 == "object" && !Array.isArray(data37)){
if(Object.keys(data37).length < 1){
const err63 = {instancePath:instancePath+"/extra/anthropic",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties.anthropic,data:data37};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
else {
const err64 = {instancePath:instancePath+"/extra/anthropic",keyword:"type",params:{type: "object"},parentSchema:schema61.properties.anthropic,data:data37};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
if(data36.openai !== undefined && func0.call(data36, "openai")){
let data38 = data36.openai;
if(data38 && typeof data38 == "object" && !Array.isArray(data38)){
if(Object.keys(data38).length < 1){
const err65 = {instancePath:instancePath+"/extra/openai",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties.openai,data:data38};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
else {
const err66 = {instancePath:instancePath+"/extra/openai",keyword:"type",params:{type: "object"},parentSchema:schema61.properties.openai,data:data38};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
if(data36["openai-responses"] !== undefined && func0.call(data36, "openai-responses")){
let data39 = data36["openai-responses"];
if(data39 && typeof data39 == "object" && !Array.isArray(data39)){
if(Object.keys(data39).length < 1){
const err67 = {instancePath:instancePath+"/extra/openai-responses",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties["openai-responses"],data:data39};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
else {
const err68 = {instancePath:instancePath+"/extra/openai-responses",keyword:"type",params:{type: "object"},parentSchema:schema61.properties["openai-responses"],data:data39};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
if(data36.azure !== undefined && func0.call(data36, "azure")){
let data40 = data36.azure;
if(data40 && typeof data40 == "object" && !Array.isArray(data40)){
if(Object.keys(data40).length < 1){
const err69 = {instancePath:instancePath+"/extra/azure",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties.azure,data:data40};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
else {
const err70 = {instancePath:instancePath+"/extra/azure",keyword:"type",params:{type: "object"},parentSchema:schema61.properties.azure,data:data40};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
if(data36.bedrock !== undefined && func0.call(data36, "bedrock")){
let data41 = data36.bedrock;
if(data41 && typeof data41 == "object" && !Array.isArray(data41)){
if(Object.keys(data41).length < 1){
const err71 = {instancePath:instancePath+"/extra/bedrock",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties.bedrock,data:data41};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
else {
const err72 = {instancePath:instancePath+"/extra/bedrock",keyword:"type",params:{type: "object"},parentSchema:schema61.properties.bedrock,data:data41};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
if(data36.vertex !== undefined && func0.call(data36, "vertex")){
let data42 = data36.vertex;
if(data42 && typeof data42 == "object" && !Array.isArray(data42)){
if(Object.keys(data42).length < 1){
const err73 = {instancePath:instancePath+"/extra/vertex",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties.vertex,data:data42};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
else {
const err74 = {instancePath:instancePath+"/extra/vertex",keyword:"type",params:{type: "object"},parentSchema:schema61.properties.vertex,data:data42};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
}
else {
const err75 = {instancePath:instancePath+"/extra",keyword:"type",params:{type: "object"},parentSchema:schema61,data:data36};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
if(data.sample_size !== undefined && func0.call(data, "sample_size")){
let data43 = data.sample_size;
if(!((typeof data43 == "number") && (!(data43 % 1) && !isNaN(data43)))){
const err76 = {instancePath:instancePath+"/sample_size",keyword:"type",params:{type: "integer"},parentSchema:schema71,data:data43};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
if(typeof data43 == "number"){
if(data43 > 100000 || isNaN(data43)){
const err77 = {instancePath:instancePath+"/sample_size",keyword:"maximum",params:{comparison: "<=", limit: 100000},parentSchema:schema71,data:data43};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
if(data43 < 1 || isNaN(data43)){
const err78 = {instancePath:instancePath+"/sample_size",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema71,data:data43};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
}
if(data.significance_level !== undefined && func0.call(data, "significance_level")){
let data44 = data.significance_level;
if(typeof data44 == "number"){
if(data44 > 0.5 || isNaN(data44)){
const err79 = {instancePath:instancePath+"/significance_level",keyword:"maximum",params:{comparison: "<=", limit: 0.5},parentSchema:schema72,data:data44};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
if(data44 <= 0 || isNaN(data44)){
const err80 = {instancePath:instancePath+"/significance_level",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema72,data:data44};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
else {
const err81 = {instancePath:instancePath+"/significance_level",keyword:"type",params:{type: "number"},parentSchema:schema72,data:data44};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
if(data.stop_early !== undefined && func0.call(data, "stop_early")){
let data45 = data.stop_early;
if(typeof data45 !== "boolean"){
const err82 = {instancePath:instancePath+"/stop_early",keyword:"type",params:{type: "boolean"},parentSchema:schema73,data:data45};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
if(data.sequential !== undefined && func0.call(data, "sequential")){
let data46 = data.sequential;
if(typeof data46 !== "boolean"){
const err83 = {instancePath:instancePath+"/sequential",keyword:"type",params:{type: "boolean"},parentSchema:schema74,data:data46};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
if(data.timeouts !== undefined && func0.call(data, "timeouts")){
let data47 = data.timeouts;
if(typeof data47 !== "string"){
const err84 = {instancePath:instancePath+"/timeouts",keyword:"type",params:{type: "string"},parentSchema:schema75,data:data47};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
if(!((data47 === "fail") || (data47 === "ask_again"))){
const err85 = {instancePath:instancePath+"/timeouts",keyword:"enum",params:{allowedValues: schema75.enum},parentSchema:schema75,data:data47};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
}
if(data.expected !== undefined && func0.call(data, "expected")){
let data48 = data.expected;
if(typeof data48 == "number"){
if(data48 >= 1 || isNaN(data48)){
const err86 = {instancePath:instancePath+"/expected",keyword:"exclusiveMaximum",params:{comparison: "<", limit: 1},parentSchema:schema76,data:data48};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
if(data48 <= 0 || isNaN(data48)){
const err87 = {instancePath:instancePath+"/expected",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema76,data:data48};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
}
else {
const err88 = {instancePath:instancePath+"/expected",keyword:"type",params:{type: "number"},parentSchema:schema76,data:data48};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
}
if(data.seed !== undefined && func0.call(data, "seed")){
let data49 = data.seed;
if(!((typeof data49 == "number") && (!(data49 % 1) && !isNaN(data49)))){
const err89 = {instancePath:instancePath+"/seed",keyword:"type",params:{type: "integer"},parentSchema:schema77,data:data49};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
if(typeof data49 == "number"){
if(data49 > 9007199254740991 || isNaN(data49)){
const err90 = {instancePath:instancePath+"/seed",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},parentSchema:schema77,data:data49};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
if(data49 < 0 || isNaN(data49)){
const err91 = {instancePath:instancePath+"/seed",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema77,data:data49};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
}
}
}
else {
const err92 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema136,data};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
validate168.errors = vErrors;
return errors === 0;
}
validate168.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema212 = {"title":"EvalScenario","description":"A conversation between a simulated user and the application, and what you expect of it.","type":"object","additionalProperties":false,"required":["title","given","when","then"],"properties":{"title":{"description":"Names the scenario. Unique among cases, scenarios and triggering queries.","type":"string","pattern":"\\S","maxLength":200},"given":{"description":"The user's situation and needs.","type":"string","pattern":"\\S"},"when":{"description":"The user's aim.","type":"string","pattern":"\\S"},"then":{"$ref":"#/$defs/then"},"inputs_from":{"$ref":"#/$defs/inputs_from"},"inputs":{"$ref":"#/$defs/inputs"},"files":{"$ref":"#/$defs/files"},"allow_hidden":{"$ref":"#/$defs/allow_hidden"},"dataset":{"$ref":"#/$defs/dataset"},"app":{"$ref":"#/$defs/app"},"user_simulator":{"$ref":"#/$defs/user_simulator"},"writing_style":{"$ref":"#/$defs/writing_style"},"max_turns":{"$ref":"#/$defs/max_turns"},"judge":{"$ref":"#/$defs/judge"},"model":{"$ref":"#/$defs/model"},"models":{"$ref":"#/$defs/models_of_case"},"timeout_s":{"$ref":"#/$defs/timeout_s"},"max_tokens":{"$ref":"#/$defs/max_tokens"},"temperature":{"$ref":"#/$defs/temperature"},"top_p":{"$ref":"#/$defs/top_p"},"top_k":{"$ref":"#/$defs/top_k"},"stop":{"$ref":"#/$defs/stop"},"sampling_seed":{"$ref":"#/$defs/sampling_seed"},"reasoning":{"$ref":"#/$defs/reasoning"},"response_format":{"$ref":"#/$defs/response_format"},"tools":{"$ref":"#/$defs/tools"},"tool_choice":{"$ref":"#/$defs/tool_choice"},"extra":{"$ref":"#/$defs/extra"},"sample_size":{"$ref":"#/$defs/sample_size"},"significance_level":{"$ref":"#/$defs/significance_level"},"stop_early":{"$ref":"#/$defs/stop_early"},"sequential":{"$ref":"#/$defs/sequential"},"timeouts":{"$ref":"#/$defs/timeouts"},"expected":{"$ref":"#/$defs/expected"},"seed":{"$ref":"#/$defs/seed"}}};
const schema217 = {"title":"App","description":"The application under test: this prompt as the system prompt of a model, or a program. Default: the prompt as system prompt.","type":"object","additionalProperties":false,"minProperties":1,"properties":{"model":{"$ref":"#/$defs/model"},"command":{"description":"Program and arguments. One process per conversation reads and writes JSON lines. Runs only if trusted.","type":"array","minItems":1,"prefixItems":[{"type":"string","pattern":"\\S"}],"items":{"type":"string"}},"env":{"description":"Names of the environment variables that the program gets in addition. Names, never values.","type":"array","minItems":1,"items":{"description":"a name holds letters, digits and _, and does not begin with a digit","type":"string","pattern":"^[A-Za-z_][A-Za-z0-9_]*$"}}}};
const pattern78 = new RegExp("^[A-Za-z_][A-Za-z0-9_]*$", "u");

function validate241(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate241.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
const err0 = {instancePath,keyword:"minProperties",params:{limit: 1},parentSchema:schema217,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(((key0 === "model") || (key0 === "command")) || (key0 === "env"))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema217,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.model !== undefined && func0.call(data, "model")){
let data0 = data.model;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err2 = {instancePath:instancePath+"/model",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema41,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
else {
const err3 = {instancePath:instancePath+"/model",keyword:"type",params:{type: "string"},parentSchema:schema41,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.command !== undefined && func0.call(data, "command")){
let data1 = data.command;
if(Array.isArray(data1)){
if(data1.length < 1){
const err4 = {instancePath:instancePath+"/command",keyword:"minItems",params:{limit: 1},parentSchema:schema217.properties.command,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
const len0 = data1.length;
if(len0 > 0){
let data2 = data1[0];
if(typeof data2 === "string"){
if(!pattern4.test(data2)){
const err5 = {instancePath:instancePath+"/command/0",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema217.properties.command.prefixItems[0],data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/command/0",keyword:"type",params:{type: "string"},parentSchema:schema217.properties.command.prefixItems[0],data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
const len1 = data1.length;
var valid3 = len1 <= 1;
if(!valid3){
for(let i0=1; i0<len1; i0++){
let data3 = data1[i0];
const _errs9 = errors;
if(typeof data3 !== "string"){
const err7 = {instancePath:instancePath+"/command/" + i0,keyword:"type",params:{type: "string"},parentSchema:schema217.properties.command.items,data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
var valid3 = _errs9 === errors;
}
}
}
else {
const err8 = {instancePath:instancePath+"/command",keyword:"type",params:{type: "array"},parentSchema:schema217.properties.command,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.env !== undefined && func0.call(data, "env")){
let data4 = data.env;
if(Array.isArray(data4)){
if(data4.length < 1){
const err9 = {instancePath:instancePath+"/env",keyword:"minItems",params:{limit: 1},parentSchema:schema217.properties.env,data:data4};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
const len2 = data4.length;
for(let i1=0; i1<len2; i1++){
let data5 = data4[i1];
if(typeof data5 === "string"){
if(!pattern78.test(data5)){
const err10 = {instancePath:instancePath+"/env/" + i1,keyword:"pattern",params:{pattern: "^[A-Za-z_][A-Za-z0-9_]*$"},parentSchema:schema217.properties.env.items,data:data5};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/env/" + i1,keyword:"type",params:{type: "string"},parentSchema:schema217.properties.env.items,data:data5};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath:instancePath+"/env",keyword:"type",params:{type: "array"},parentSchema:schema217.properties.env,data:data4};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema217,data};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
validate241.errors = vErrors;
return errors === 0;
}
validate241.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema219 = {"title":"StyleChoice","description":"How simulated users write. Each conversation draws one text per axis. Default: eva's own texts. false: no style.","type":["boolean","object"],"additionalProperties":false,"minProperties":1,"properties":{"proficiency":{"description":"How much the user knows about the subject.","$ref":"#/$defs/style_axis"},"tone":{"description":"The user's mood.","$ref":"#/$defs/style_axis"},"verbosity":{"description":"How much the user writes.","$ref":"#/$defs/style_axis"},"formality":{"description":"How formal the user is.","$ref":"#/$defs/style_axis"}}};
const schema220 = {"type":["string","array"],"if":{"type":"array"},"then":{"minItems":1,"items":{"$ref":"#/$defs/style_text"}},"else":{"$ref":"#/$defs/style_text"}};
const schema221 = {"type":"string","pattern":"\\S","maxLength":200};

function validate245(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate245.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if((typeof data !== "string") && (!(Array.isArray(data)))){
const err0 = {instancePath,keyword:"type",params:{type: schema220.type},parentSchema:schema220,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
const _errs1 = errors;
let valid0 = true;
const _errs2 = errors;
if(!(Array.isArray(data))){
const err1 = {};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
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
let ifClause0;
if(_valid0){
const _errs4 = errors;
if(Array.isArray(data)){
if(data.length < 1){
const err2 = {instancePath,keyword:"minItems",params:{limit: 1},parentSchema:schema220.then,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
let data0 = data[i0];
if(typeof data0 === "string"){
if(func96(data0) > 200){
const err3 = {instancePath:instancePath+"/" + i0,keyword:"maxLength",params:{limit: 200},parentSchema:schema221,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(!pattern4.test(data0)){
const err4 = {instancePath:instancePath+"/" + i0,keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema221,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/" + i0,keyword:"type",params:{type: "string"},parentSchema:schema221,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
}
var _valid0 = _errs4 === errors;
valid0 = _valid0;
if(valid0){
var items0 = true;
}
ifClause0 = "then";
}
else {
const _errs8 = errors;
if(typeof data === "string"){
if(func96(data) > 200){
const err6 = {instancePath,keyword:"maxLength",params:{limit: 200},parentSchema:schema221,data};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(!pattern4.test(data)){
const err7 = {instancePath,keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema221,data};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
else {
const err8 = {instancePath,keyword:"type",params:{type: "string"},parentSchema:schema221,data};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
var _valid0 = _errs8 === errors;
valid0 = _valid0;
ifClause0 = "else";
}
if(!valid0){
const err9 = {instancePath,keyword:"if",params:{failingKeyword: ifClause0},parentSchema:schema220,data};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate245.errors = vErrors;
evaluated0.items = items0;
return errors === 0;
}
validate245.evaluated = {"dynamicProps":false,"dynamicItems":true};


function validate244(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate244.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if((typeof data !== "boolean") && (!(data && typeof data == "object" && !Array.isArray(data)))){
const err0 = {instancePath,keyword:"type",params:{type: schema219.type},parentSchema:schema219,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(Object.keys(data).length < 1){
const err1 = {instancePath,keyword:"minProperties",params:{limit: 1},parentSchema:schema219,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!((((key0 === "proficiency") || (key0 === "tone")) || (key0 === "verbosity")) || (key0 === "formality"))){
const err2 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema219,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.proficiency !== undefined && func0.call(data, "proficiency")){
if(!(validate245(data.proficiency, {instancePath:instancePath+"/proficiency",parentData:data,parentDataProperty:"proficiency",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate245.errors : vErrors.concat(validate245.errors);
errors = vErrors.length;
}
}
if(data.tone !== undefined && func0.call(data, "tone")){
if(!(validate245(data.tone, {instancePath:instancePath+"/tone",parentData:data,parentDataProperty:"tone",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate245.errors : vErrors.concat(validate245.errors);
errors = vErrors.length;
}
}
if(data.verbosity !== undefined && func0.call(data, "verbosity")){
if(!(validate245(data.verbosity, {instancePath:instancePath+"/verbosity",parentData:data,parentDataProperty:"verbosity",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate245.errors : vErrors.concat(validate245.errors);
errors = vErrors.length;
}
}
if(data.formality !== undefined && func0.call(data, "formality")){
if(!(validate245(data.formality, {instancePath:instancePath+"/formality",parentData:data,parentDataProperty:"formality",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate245.errors : vErrors.concat(validate245.errors);
errors = vErrors.length;
}
}
}
validate244.errors = vErrors;
return errors === 0;
}
validate244.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate238(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate238.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.title === undefined) || (!(func0.call(data, "title")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "title"},parentSchema:schema212,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.given === undefined) || (!(func0.call(data, "given")))){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "given"},parentSchema:schema212,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if((data.when === undefined) || (!(func0.call(data, "when")))){
const err2 = {instancePath,keyword:"required",params:{missingProperty: "when"},parentSchema:schema212,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((data.then === undefined) || (!(func0.call(data, "then")))){
const err3 = {instancePath,keyword:"required",params:{missingProperty: "then"},parentSchema:schema212,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(func0.call(schema212.properties, key0))){
const err4 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema212,data};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.title !== undefined && func0.call(data, "title")){
let data0 = data.title;
if(typeof data0 === "string"){
if(func96(data0) > 200){
const err5 = {instancePath:instancePath+"/title",keyword:"maxLength",params:{limit: 200},parentSchema:schema212.properties.title,data:data0};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if(!pattern4.test(data0)){
const err6 = {instancePath:instancePath+"/title",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema212.properties.title,data:data0};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/title",keyword:"type",params:{type: "string"},parentSchema:schema212.properties.title,data:data0};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.given !== undefined && func0.call(data, "given")){
let data1 = data.given;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err8 = {instancePath:instancePath+"/given",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema212.properties.given,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/given",keyword:"type",params:{type: "string"},parentSchema:schema212.properties.given,data:data1};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.when !== undefined && func0.call(data, "when")){
let data2 = data.when;
if(typeof data2 === "string"){
if(!pattern4.test(data2)){
const err10 = {instancePath:instancePath+"/when",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema212.properties.when,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/when",keyword:"type",params:{type: "string"},parentSchema:schema212.properties.when,data:data2};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.then !== undefined && func0.call(data, "then")){
if(!(validate222(data.then, {instancePath:instancePath+"/then",parentData:data,parentDataProperty:"then",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate222.errors : vErrors.concat(validate222.errors);
errors = vErrors.length;
}
}
if(data.inputs_from !== undefined && func0.call(data, "inputs_from")){
let data4 = data.inputs_from;
if(typeof data4 === "string"){
if(!pattern4.test(data4)){
const err12 = {instancePath:instancePath+"/inputs_from",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema137,data:data4};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/inputs_from",keyword:"type",params:{type: "string"},parentSchema:schema137,data:data4};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.inputs !== undefined && func0.call(data, "inputs")){
let data5 = data.inputs;
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
}
else {
const err14 = {instancePath:instancePath+"/inputs",keyword:"type",params:{type: "object"},parentSchema:schema138,data:data5};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.files !== undefined && func0.call(data, "files")){
let data6 = data.files;
if(data6 && typeof data6 == "object" && !Array.isArray(data6)){
if(Object.keys(data6).length < 1){
const err15 = {instancePath:instancePath+"/files",keyword:"minProperties",params:{limit: 1},parentSchema:schema139,data:data6};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
for(const key1 of Object.keys(data6)){
let data7 = data6[key1];
if(typeof data7 === "string"){
if(!pattern4.test(data7)){
const err16 = {instancePath:instancePath+"/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema139.additionalProperties,data:data7};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
else {
const err17 = {instancePath:instancePath+"/files/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "string"},parentSchema:schema139.additionalProperties,data:data7};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
else {
const err18 = {instancePath:instancePath+"/files",keyword:"type",params:{type: "object"},parentSchema:schema139,data:data6};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
if(data.allow_hidden !== undefined && func0.call(data, "allow_hidden")){
let data8 = data.allow_hidden;
if(typeof data8 !== "boolean"){
const err19 = {instancePath:instancePath+"/allow_hidden",keyword:"type",params:{type: "boolean"},parentSchema:schema147,data:data8};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data.dataset !== undefined && func0.call(data, "dataset")){
if(!(validate179(data.dataset, {instancePath:instancePath+"/dataset",parentData:data,parentDataProperty:"dataset",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate179.errors : vErrors.concat(validate179.errors);
errors = vErrors.length;
}
}
if(data.app !== undefined && func0.call(data, "app")){
if(!(validate241(data.app, {instancePath:instancePath+"/app",parentData:data,parentDataProperty:"app",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate241.errors : vErrors.concat(validate241.errors);
errors = vErrors.length;
}
}
if(data.user_simulator !== undefined && func0.call(data, "user_simulator")){
if(!(validate161(data.user_simulator, {instancePath:instancePath+"/user_simulator",parentData:data,parentDataProperty:"user_simulator",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate161.errors : vErrors.concat(validate161.errors);
errors = vErrors.length;
}
}
if(data.writing_style !== undefined && func0.call(data, "writing_style")){
if(!(validate244(data.writing_style, {instancePath:instancePath+"/writing_style",parentData:data,parentDataProperty:"writing_style",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate244.errors : vErrors.concat(validate244.errors);
errors = vErrors.length;
}
}
if(data.max_turns !== undefined && func0.call(data, "max_turns")){
let data13 = data.max_turns;
if(!((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13)))){
const err20 = {instancePath:instancePath+"/max_turns",keyword:"type",params:{type: "integer"},parentSchema:schema123,data:data13};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(typeof data13 == "number"){
if(data13 > 1000 || isNaN(data13)){
const err21 = {instancePath:instancePath+"/max_turns",keyword:"maximum",params:{comparison: "<=", limit: 1000},parentSchema:schema123,data:data13};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
if(data13 < 1 || isNaN(data13)){
const err22 = {instancePath:instancePath+"/max_turns",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema123,data:data13};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
}
if(data.judge !== undefined && func0.call(data, "judge")){
if(!(validate155(data.judge, {instancePath:instancePath+"/judge",parentData:data,parentDataProperty:"judge",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors);
errors = vErrors.length;
}
}
if(data.model !== undefined && func0.call(data, "model")){
let data15 = data.model;
if(typeof data15 === "string"){
if(!pattern4.test(data15)){
const err23 = {instancePath:instancePath+"/model",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema41,data:data15};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/model",keyword:"type",params:{type: "string"},parentSchema:schema41,data:data15};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.models !== undefined && func0.call(data, "models")){
let data16 = data.models;
if(Array.isArray(data16)){
if(data16.length < 1){
const err25 = {instancePath:instancePath+"/models",keyword:"minItems",params:{limit: 1},parentSchema:schema195,data:data16};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
const len0 = data16.length;
for(let i0=0; i0<len0; i0++){
let data17 = data16[i0];
if(typeof data17 === "string"){
if(!pattern4.test(data17)){
const err26 = {instancePath:instancePath+"/models/" + i0,keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema195.items,data:data17};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/models/" + i0,keyword:"type",params:{type: "string"},parentSchema:schema195.items,data:data17};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
}
else {
const err28 = {instancePath:instancePath+"/models",keyword:"type",params:{type: "array"},parentSchema:schema195,data:data16};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.timeout_s !== undefined && func0.call(data, "timeout_s")){
let data18 = data.timeout_s;
if(typeof data18 == "number"){
if(data18 > 86400 || isNaN(data18)){
const err29 = {instancePath:instancePath+"/timeout_s",keyword:"maximum",params:{comparison: "<=", limit: 86400},parentSchema:schema45,data:data18};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(data18 <= 0 || isNaN(data18)){
const err30 = {instancePath:instancePath+"/timeout_s",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema45,data:data18};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
else {
const err31 = {instancePath:instancePath+"/timeout_s",keyword:"type",params:{type: "number"},parentSchema:schema45,data:data18};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
if(data.max_tokens !== undefined && func0.call(data, "max_tokens")){
let data19 = data.max_tokens;
if(!((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19)))){
const err32 = {instancePath:instancePath+"/max_tokens",keyword:"type",params:{type: "integer"},parentSchema:schema46,data:data19};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(typeof data19 == "number"){
if(data19 > 10000000 || isNaN(data19)){
const err33 = {instancePath:instancePath+"/max_tokens",keyword:"maximum",params:{comparison: "<=", limit: 10000000},parentSchema:schema46,data:data19};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
if(data19 < 1 || isNaN(data19)){
const err34 = {instancePath:instancePath+"/max_tokens",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema46,data:data19};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
}
if(data.temperature !== undefined && func0.call(data, "temperature")){
let data20 = data.temperature;
if(typeof data20 == "number"){
if(data20 > 2 || isNaN(data20)){
const err35 = {instancePath:instancePath+"/temperature",keyword:"maximum",params:{comparison: "<=", limit: 2},parentSchema:schema47,data:data20};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
if(data20 < 0 || isNaN(data20)){
const err36 = {instancePath:instancePath+"/temperature",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema47,data:data20};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
else {
const err37 = {instancePath:instancePath+"/temperature",keyword:"type",params:{type: "number"},parentSchema:schema47,data:data20};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
if(data.top_p !== undefined && func0.call(data, "top_p")){
let data21 = data.top_p;
if(typeof data21 == "number"){
if(data21 > 1 || isNaN(data21)){
const err38 = {instancePath:instancePath+"/top_p",keyword:"maximum",params:{comparison: "<=", limit: 1},parentSchema:schema48,data:data21};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
if(data21 < 0 || isNaN(data21)){
const err39 = {instancePath:instancePath+"/top_p",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema48,data:data21};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
else {
const err40 = {instancePath:instancePath+"/top_p",keyword:"type",params:{type: "number"},parentSchema:schema48,data:data21};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data.top_k !== undefined && func0.call(data, "top_k")){
let data22 = data.top_k;
if(!((typeof data22 == "number") && (!(data22 % 1) && !isNaN(data22)))){
const err41 = {instancePath:instancePath+"/top_k",keyword:"type",params:{type: "integer"},parentSchema:schema49,data:data22};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
if(typeof data22 == "number"){
if(data22 > 1000000 || isNaN(data22)){
const err42 = {instancePath:instancePath+"/top_k",keyword:"maximum",params:{comparison: "<=", limit: 1000000},parentSchema:schema49,data:data22};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
if(data22 < 1 || isNaN(data22)){
const err43 = {instancePath:instancePath+"/top_k",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema49,data:data22};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
}
if(data.stop !== undefined && func0.call(data, "stop")){
let data23 = data.stop;
if(Array.isArray(data23)){
if(data23.length > 16){
const err44 = {instancePath:instancePath+"/stop",keyword:"maxItems",params:{limit: 16},parentSchema:schema50,data:data23};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
if(data23.length < 1){
const err45 = {instancePath:instancePath+"/stop",keyword:"minItems",params:{limit: 1},parentSchema:schema50,data:data23};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
const len1 = data23.length;
for(let i1=0; i1<len1; i1++){
let data24 = data23[i1];
if(typeof data24 === "string"){
if(func96(data24) < 1){
const err46 = {instancePath:instancePath+"/stop/" + i1,keyword:"minLength",params:{limit: 1},parentSchema:schema50.items,data:data24};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
else {
const err47 = {instancePath:instancePath+"/stop/" + i1,keyword:"type",params:{type: "string"},parentSchema:schema50.items,data:data24};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
}
else {
const err48 = {instancePath:instancePath+"/stop",keyword:"type",params:{type: "array"},parentSchema:schema50,data:data23};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
if(data.sampling_seed !== undefined && func0.call(data, "sampling_seed")){
let data25 = data.sampling_seed;
if(!((typeof data25 == "number") && (!(data25 % 1) && !isNaN(data25)))){
const err49 = {instancePath:instancePath+"/sampling_seed",keyword:"type",params:{type: "integer"},parentSchema:schema51,data:data25};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
if(typeof data25 == "number"){
if(data25 > 2147483647 || isNaN(data25)){
const err50 = {instancePath:instancePath+"/sampling_seed",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},parentSchema:schema51,data:data25};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if(data25 < -2147483648 || isNaN(data25)){
const err51 = {instancePath:instancePath+"/sampling_seed",keyword:"minimum",params:{comparison: ">=", limit: -2147483648},parentSchema:schema51,data:data25};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
}
}
if(data.reasoning !== undefined && func0.call(data, "reasoning")){
let data26 = data.reasoning;
if(data26 && typeof data26 == "object" && !Array.isArray(data26)){
if(Object.keys(data26).length > 1){
const err52 = {instancePath:instancePath+"/reasoning",keyword:"maxProperties",params:{limit: 1},parentSchema:schema52,data:data26};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
if(Object.keys(data26).length < 1){
const err53 = {instancePath:instancePath+"/reasoning",keyword:"minProperties",params:{limit: 1},parentSchema:schema52,data:data26};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
for(const key2 of Object.keys(data26)){
if(!((key2 === "effort") || (key2 === "budget_tokens"))){
const err54 = {instancePath:instancePath+"/reasoning",keyword:"additionalProperties",params:{additionalProperty: key2},parentSchema:schema52,data:data26};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
if(data26.effort !== undefined && func0.call(data26, "effort")){
let data27 = data26.effort;
if(typeof data27 === "string"){
if(!pattern4.test(data27)){
const err55 = {instancePath:instancePath+"/reasoning/effort",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema52.properties.effort,data:data27};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
else {
const err56 = {instancePath:instancePath+"/reasoning/effort",keyword:"type",params:{type: "string"},parentSchema:schema52.properties.effort,data:data27};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data26.budget_tokens !== undefined && func0.call(data26, "budget_tokens")){
let data28 = data26.budget_tokens;
if(!((typeof data28 == "number") && (!(data28 % 1) && !isNaN(data28)))){
const err57 = {instancePath:instancePath+"/reasoning/budget_tokens",keyword:"type",params:{type: "integer"},parentSchema:schema52.properties.budget_tokens,data:data28};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
if(typeof data28 == "number"){
if(data28 > 10000000 || isNaN(data28)){
const err58 = {instancePath:instancePath+"/reasoning/budget_tokens",keyword:"maximum",params:{comparison: "<=", limit: 10000000},parentSchema:schema52.properties.budget_tokens,data:data28};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if(data28 < 1 || isNaN(data28)){
const err59 = {instancePath:instancePath+"/reasoning/budget_tokens",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema52.properties.budget_tokens,data:data28};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
}
}
else {
const err60 = {instancePath:instancePath+"/reasoning",keyword:"type",params:{type: "object"},parentSchema:schema52,data:data26};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
}
if(data.response_format !== undefined && func0.call(data, "response_format")){
if(!(validate27(data.response_format, {instancePath:instancePath+"/response_format",parentData:data,parentDataProperty:"response_format",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data.tools !== undefined && func0.call(data, "tools")){
if(!(validate29(data.tools, {instancePath:instancePath+"/tools",parentData:data,parentDataProperty:"tools",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
errors = vErrors.length;
}
}
if(data.tool_choice !== undefined && func0.call(data, "tool_choice")){
if(!(validate33(data.tool_choice, {instancePath:instancePath+"/tool_choice",parentData:data,parentDataProperty:"tool_choice",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
errors = vErrors.length;
}
}
if(data.extra !== undefined && func0.call(data, "extra")){
let data32 = data.extra;
if(data32 && typeof data32 == "object" && !Array.isArray(data32)){
if(Object.keys(data32).length < 1){
const err61 = {instancePath:instancePath+"/extra",keyword:"minProperties",params:{limit: 1},parentSchema:schema61,data:data32};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
for(const key3 of Object.keys(data32)){
if(!((((((key3 === "anthropic") || (key3 === "openai")) || (key3 === "openai-responses")) || (key3 === "azure")) || (key3 === "bedrock")) || (key3 === "vertex"))){
const err62 = {instancePath:instancePath+"/extra",keyword:"additionalProperties",params:{additionalProperty: key3},parentSchema:schema61,data:data32};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
if(data32.anthropic !== undefined && func0.call(data32, "anthropic")){
let data33 = data32.anthropic;
if(data33 && typeof data33 == "object" && !Array.isArray(data33)){
if(Object.keys(data33).length < 1){
const err63 = {instancePath:instancePath+"/extra/anthropic",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties.anthropic,data:data33};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
}
else {
const err64 = {instancePath:instancePath+"/extra/anthropic",keyword:"type",params:{type: "object"},parentSchema:schema61.properties.anthropic,data:data33};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
}
if(data32.openai !== undefined && func0.call(data32, "openai")){
let data34 = data32.openai;
if(data34 && typeof data34 == "object" && !Array.isArray(data34)){
if(Object.keys(data34).length < 1){
const err65 = {instancePath:instancePath+"/extra/openai",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties.openai,data:data34};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
else {
const err66 = {instancePath:instancePath+"/extra/openai",keyword:"type",params:{type: "object"},parentSchema:schema61.properties.openai,data:data34};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
if(data32["openai-responses"] !== undefined && func0.call(data32, "openai-responses")){
let data35 = data32["openai-responses"];
if(data35 && typeof data35 == "object" && !Array.isArray(data35)){
if(Object.keys(data35).length < 1){
const err67 = {instancePath:instancePath+"/extra/openai-responses",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties["openai-responses"],data:data35};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
else {
const err68 = {instancePath:instancePath+"/extra/openai-responses",keyword:"type",params:{type: "object"},parentSchema:schema61.properties["openai-responses"],data:data35};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
}
if(data32.azure !== undefined && func0.call(data32, "azure")){
let data36 = data32.azure;
if(data36 && typeof data36 == "object" && !Array.isArray(data36)){
if(Object.keys(data36).length < 1){
const err69 = {instancePath:instancePath+"/extra/azure",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties.azure,data:data36};
if(vErrors === null){
vErrors = [err69];
}
else {
vErrors.push(err69);
}
errors++;
}
}
else {
const err70 = {instancePath:instancePath+"/extra/azure",keyword:"type",params:{type: "object"},parentSchema:schema61.properties.azure,data:data36};
if(vErrors === null){
vErrors = [err70];
}
else {
vErrors.push(err70);
}
errors++;
}
}
if(data32.bedrock !== undefined && func0.call(data32, "bedrock")){
let data37 = data32.bedrock;
if(data37 && typeof data37 == "object" && !Array.isArray(data37)){
if(Object.keys(data37).length < 1){
const err71 = {instancePath:instancePath+"/extra/bedrock",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties.bedrock,data:data37};
if(vErrors === null){
vErrors = [err71];
}
else {
vErrors.push(err71);
}
errors++;
}
}
else {
const err72 = {instancePath:instancePath+"/extra/bedrock",keyword:"type",params:{type: "object"},parentSchema:schema61.properties.bedrock,data:data37};
if(vErrors === null){
vErrors = [err72];
}
else {
vErrors.push(err72);
}
errors++;
}
}
if(data32.vertex !== undefined && func0.call(data32, "vertex")){
let data38 = data32.vertex;
if(data38 && typeof data38 == "object" && !Array.isArray(data38)){
if(Object.keys(data38).length < 1){
const err73 = {instancePath:instancePath+"/extra/vertex",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties.vertex,data:data38};
if(vErrors === null){
vErrors = [err73];
}
else {
vErrors.push(err73);
}
errors++;
}
}
else {
const err74 = {instancePath:instancePath+"/extra/vertex",keyword:"type",params:{type: "object"},parentSchema:schema61.properties.vertex,data:data38};
if(vErrors === null){
vErrors = [err74];
}
else {
vErrors.push(err74);
}
errors++;
}
}
}
else {
const err75 = {instancePath:instancePath+"/extra",keyword:"type",params:{type: "object"},parentSchema:schema61,data:data32};
if(vErrors === null){
vErrors = [err75];
}
else {
vErrors.push(err75);
}
errors++;
}
}
if(data.sample_size !== undefined && func0.call(data, "sample_size")){
let data39 = data.sample_size;
if(!((typeof data39 == "number") && (!(data39 % 1) && !isNaN(data39)))){
const err76 = {instancePath:instancePath+"/sample_size",keyword:"type",params:{type: "integer"},parentSchema:schema71,data:data39};
if(vErrors === null){
vErrors = [err76];
}
else {
vErrors.push(err76);
}
errors++;
}
if(typeof data39 == "number"){
if(data39 > 100000 || isNaN(data39)){
const err77 = {instancePath:instancePath+"/sample_size",keyword:"maximum",params:{comparison: "<=", limit: 100000},parentSchema:schema71,data:data39};
if(vErrors === null){
vErrors = [err77];
}
else {
vErrors.push(err77);
}
errors++;
}
if(data39 < 1 || isNaN(data39)){
const err78 = {instancePath:instancePath+"/sample_size",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema71,data:data39};
if(vErrors === null){
vErrors = [err78];
}
else {
vErrors.push(err78);
}
errors++;
}
}
}
if(data.significance_level !== undefined && func0.call(data, "significance_level")){
let data40 = data.significance_level;
if(typeof data40 == "number"){
if(data40 > 0.5 || isNaN(data40)){
const err79 = {instancePath:instancePath+"/significance_level",keyword:"maximum",params:{comparison: "<=", limit: 0.5},parentSchema:schema72,data:data40};
if(vErrors === null){
vErrors = [err79];
}
else {
vErrors.push(err79);
}
errors++;
}
if(data40 <= 0 || isNaN(data40)){
const err80 = {instancePath:instancePath+"/significance_level",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema72,data:data40};
if(vErrors === null){
vErrors = [err80];
}
else {
vErrors.push(err80);
}
errors++;
}
}
else {
const err81 = {instancePath:instancePath+"/significance_level",keyword:"type",params:{type: "number"},parentSchema:schema72,data:data40};
if(vErrors === null){
vErrors = [err81];
}
else {
vErrors.push(err81);
}
errors++;
}
}
if(data.stop_early !== undefined && func0.call(data, "stop_early")){
let data41 = data.stop_early;
if(typeof data41 !== "boolean"){
const err82 = {instancePath:instancePath+"/stop_early",keyword:"type",params:{type: "boolean"},parentSchema:schema73,data:data41};
if(vErrors === null){
vErrors = [err82];
}
else {
vErrors.push(err82);
}
errors++;
}
}
if(data.sequential !== undefined && func0.call(data, "sequential")){
let data42 = data.sequential;
if(typeof data42 !== "boolean"){
const err83 = {instancePath:instancePath+"/sequential",keyword:"type",params:{type: "boolean"},parentSchema:schema74,data:data42};
if(vErrors === null){
vErrors = [err83];
}
else {
vErrors.push(err83);
}
errors++;
}
}
if(data.timeouts !== undefined && func0.call(data, "timeouts")){
let data43 = data.timeouts;
if(typeof data43 !== "string"){
const err84 = {instancePath:instancePath+"/timeouts",keyword:"type",params:{type: "string"},parentSchema:schema75,data:data43};
if(vErrors === null){
vErrors = [err84];
}
else {
vErrors.push(err84);
}
errors++;
}
if(!((data43 === "fail") || (data43 === "ask_again"))){
const err85 = {instancePath:instancePath+"/timeouts",keyword:"enum",params:{allowedValues: schema75.enum},parentSchema:schema75,data:data43};
if(vErrors === null){
vErrors = [err85];
}
else {
vErrors.push(err85);
}
errors++;
}
}
if(data.expected !== undefined && func0.call(data, "expected")){
let data44 = data.expected;
if(typeof data44 == "number"){
if(data44 >= 1 || isNaN(data44)){
const err86 = {instancePath:instancePath+"/expected",keyword:"exclusiveMaximum",params:{comparison: "<", limit: 1},parentSchema:schema76,data:data44};
if(vErrors === null){
vErrors = [err86];
}
else {
vErrors.push(err86);
}
errors++;
}
if(data44 <= 0 || isNaN(data44)){
const err87 = {instancePath:instancePath+"/expected",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema76,data:data44};
if(vErrors === null){
vErrors = [err87];
}
else {
vErrors.push(err87);
}
errors++;
}
}
else {
const err88 = {instancePath:instancePath+"/expected",keyword:"type",params:{type: "number"},parentSchema:schema76,data:data44};
if(vErrors === null){
vErrors = [err88];
}
else {
vErrors.push(err88);
}
errors++;
}
}
if(data.seed !== undefined && func0.call(data, "seed")){
let data45 = data.seed;
if(!((typeof data45 == "number") && (!(data45 % 1) && !isNaN(data45)))){
const err89 = {instancePath:instancePath+"/seed",keyword:"type",params:{type: "integer"},parentSchema:schema77,data:data45};
if(vErrors === null){
vErrors = [err89];
}
else {
vErrors.push(err89);
}
errors++;
}
if(typeof data45 == "number"){
if(data45 > 9007199254740991 || isNaN(data45)){
const err90 = {instancePath:instancePath+"/seed",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},parentSchema:schema77,data:data45};
if(vErrors === null){
vErrors = [err90];
}
else {
vErrors.push(err90);
}
errors++;
}
if(data45 < 0 || isNaN(data45)){
const err91 = {instancePath:instancePath+"/seed",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema77,data:data45};
if(vErrors === null){
vErrors = [err91];
}
else {
vErrors.push(err91);
}
errors++;
}
}
}
}
else {
const err92 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema212,data};
if(vErrors === null){
vErrors = [err92];
}
else {
vErrors.push(err92);
}
errors++;
}
validate238.errors = vErrors;
return errors === 0;
}
validate238.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate23(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="eval.schema.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate23.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(!(((((((key0 === "cases_of") || (key0 === "defaults")) || (key0 === "triggering")) || (key0 === "compare")) || (key0 === "cases")) || (key0 === "scenarios")) || (pattern16.test(key0)))){
const err0 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema39,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.cases_of !== undefined && func0.call(data, "cases_of")){
let data0 = data.cases_of;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err1 = {instancePath:instancePath+"/cases_of",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema39.properties.cases_of,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/cases_of",keyword:"type",params:{type: "string"},parentSchema:schema39.properties.cases_of,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.defaults !== undefined && func0.call(data, "defaults")){
if(!(validate24(data.defaults, {instancePath:instancePath+"/defaults",parentData:data,parentDataProperty:"defaults",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
errors = vErrors.length;
}
}
if(data.triggering !== undefined && func0.call(data, "triggering")){
if(!(validate164(data.triggering, {instancePath:instancePath+"/triggering",parentData:data,parentDataProperty:"triggering",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate164.errors : vErrors.concat(validate164.errors);
errors = vErrors.length;
}
}
if(data.compare !== undefined && func0.call(data, "compare")){
let data3 = data.compare;
if(data3 && typeof data3 == "object" && !Array.isArray(data3)){
if((data3.against === undefined) || (!(func0.call(data3, "against")))){
const err3 = {instancePath:instancePath+"/compare",keyword:"required",params:{missingProperty: "against"},parentSchema:schema135,data:data3};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key1 of Object.keys(data3)){
if(!((((key1 === "against") || (key1 === "not_worse_by")) || (key1 === "cases")) || (key1 === "better"))){
const err4 = {instancePath:instancePath+"/compare",keyword:"additionalProperties",params:{additionalProperty: key1},parentSchema:schema135,data:data3};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data3.against !== undefined && func0.call(data3, "against")){
let data4 = data3.against;
if(typeof data4 === "string"){
if(!pattern4.test(data4)){
const err5 = {instancePath:instancePath+"/compare/against",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema135.properties.against,data:data4};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/compare/against",keyword:"type",params:{type: "string"},parentSchema:schema135.properties.against,data:data4};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data3.not_worse_by !== undefined && func0.call(data3, "not_worse_by")){
let data5 = data3.not_worse_by;
if(typeof data5 == "number"){
if(data5 >= 1 || isNaN(data5)){
const err7 = {instancePath:instancePath+"/compare/not_worse_by",keyword:"exclusiveMaximum",params:{comparison: "<", limit: 1},parentSchema:schema135.properties.not_worse_by,data:data5};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data5 <= 0 || isNaN(data5)){
const err8 = {instancePath:instancePath+"/compare/not_worse_by",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema135.properties.not_worse_by,data:data5};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/compare/not_worse_by",keyword:"type",params:{type: "number"},parentSchema:schema135.properties.not_worse_by,data:data5};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data3.cases !== undefined && func0.call(data3, "cases")){
let data6 = data3.cases;
if(Array.isArray(data6)){
if(data6.length < 1){
const err10 = {instancePath:instancePath+"/compare/cases",keyword:"minItems",params:{limit: 1},parentSchema:schema135.properties.cases,data:data6};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
const len0 = data6.length;
for(let i0=0; i0<len0; i0++){
let data7 = data6[i0];
if(typeof data7 === "string"){
if(!pattern4.test(data7)){
const err11 = {instancePath:instancePath+"/compare/cases/" + i0,keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema135.properties.cases.items,data:data7};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
else {
const err12 = {instancePath:instancePath+"/compare/cases/" + i0,keyword:"type",params:{type: "string"},parentSchema:schema135.properties.cases.items,data:data7};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath:instancePath+"/compare/cases",keyword:"type",params:{type: "array"},parentSchema:schema135.properties.cases,data:data6};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data3.better !== undefined && func0.call(data3, "better")){
let data8 = data3.better;
if(typeof data8 !== "boolean"){
const err14 = {instancePath:instancePath+"/compare/better",keyword:"type",params:{type: "boolean"},parentSchema:schema135.properties.better,data:data8};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
}
else {
const err15 = {instancePath:instancePath+"/compare",keyword:"type",params:{type: "object"},parentSchema:schema135,data:data3};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.cases !== undefined && func0.call(data, "cases")){
let data9 = data.cases;
if(Array.isArray(data9)){
if(data9.length < 1){
const err16 = {instancePath:instancePath+"/cases",keyword:"minItems",params:{limit: 1},parentSchema:schema39.properties.cases,data:data9};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
const len1 = data9.length;
for(let i1=0; i1<len1; i1++){
if(!(validate168(data9[i1], {instancePath:instancePath+"/cases/" + i1,parentData:data9,parentDataProperty:i1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate168.errors : vErrors.concat(validate168.errors);
errors = vErrors.length;
}
}
}
else {
const err17 = {instancePath:instancePath+"/cases",keyword:"type",params:{type: "array"},parentSchema:schema39.properties.cases,data:data9};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.scenarios !== undefined && func0.call(data, "scenarios")){
let data11 = data.scenarios;
if(Array.isArray(data11)){
if(data11.length < 1){
const err18 = {instancePath:instancePath+"/scenarios",keyword:"minItems",params:{limit: 1},parentSchema:schema39.properties.scenarios,data:data11};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
const len2 = data11.length;
for(let i2=0; i2<len2; i2++){
if(!(validate238(data11[i2], {instancePath:instancePath+"/scenarios/" + i2,parentData:data11,parentDataProperty:i2,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate238.errors : vErrors.concat(validate238.errors);
errors = vErrors.length;
}
}
}
else {
const err19 = {instancePath:instancePath+"/scenarios",keyword:"type",params:{type: "array"},parentSchema:schema39.properties.scenarios,data:data11};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
else {
const err20 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema39,data};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
validate23.errors = vErrors;
return errors === 0;
}
validate23.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


const schema248 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"inputs.schema.json","title":"InputsDocument","description":"inputs.yml: a value for each input. Texts are inserted verbatim, numbers as written, lists and mappings as JSON. null means no value.","type":"object","additionalProperties":true};

function validate261(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="inputs.schema.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate261.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
}
else {
const err0 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema248,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
validate261.errors = vErrors;
return errors === 0;
}
validate261.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


const schema249 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"rubrics.schema.json","title":"RubricsDocument","description":"rubrics.yml: the rubrics of expected behaviours. A judge writes them once; you may edit them.","type":"object","additionalProperties":false,"required":["rubrics"],"properties":{"rubrics":{"description":"One entry per behaviour and scale.","type":"array","items":{"$ref":"#/$defs/frozen_rubric"}}},"$defs":{"frozen_rubric":{"title":"FrozenRubricEntry","description":"The rubric of one behaviour.","type":"object","additionalProperties":false,"required":["behavior","levels"],"properties":{"behavior":{"description":"The exact text of expected_behavior. Another text is another behaviour.","type":"string","pattern":"\\S"},"scale":{"$ref":"eval.schema.json#/$defs/scale"},"levels":{"$ref":"eval.schema.json#/$defs/levels"},"written_by":{"description":"The model or person that wrote it.","type":"string","pattern":"\\S"},"written":{"description":"The date on which it was written.","type":"string","pattern":"\\S"}}}}};
const schema250 = {"title":"FrozenRubricEntry","description":"The rubric of one behaviour.","type":"object","additionalProperties":false,"required":["behavior","levels"],"properties":{"behavior":{"description":"The exact text of expected_behavior. Another text is another behaviour.","type":"string","pattern":"\\S"},"scale":{"$ref":"eval.schema.json#/$defs/scale"},"levels":{"$ref":"eval.schema.json#/$defs/levels"},"written_by":{"description":"The model or person that wrote it.","type":"string","pattern":"\\S"},"written":{"description":"The date on which it was written.","type":"string","pattern":"\\S"}}};

function validate263(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate263.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.behavior === undefined) || (!(func0.call(data, "behavior")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "behavior"},parentSchema:schema250,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.levels === undefined) || (!(func0.call(data, "levels")))){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "levels"},parentSchema:schema250,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(((((key0 === "behavior") || (key0 === "scale")) || (key0 === "levels")) || (key0 === "written_by")) || (key0 === "written"))){
const err2 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema250,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.behavior !== undefined && func0.call(data, "behavior")){
let data0 = data.behavior;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err3 = {instancePath:instancePath+"/behavior",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema250.properties.behavior,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/behavior",keyword:"type",params:{type: "string"},parentSchema:schema250.properties.behavior,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.scale !== undefined && func0.call(data, "scale")){
let data1 = data.scale;
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if((data1.min === undefined) || (!(func0.call(data1, "min")))){
const err5 = {instancePath:instancePath+"/scale",keyword:"required",params:{missingProperty: "min"},parentSchema:schema116,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if((data1.max === undefined) || (!(func0.call(data1, "max")))){
const err6 = {instancePath:instancePath+"/scale",keyword:"required",params:{missingProperty: "max"},parentSchema:schema116,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key1 of Object.keys(data1)){
if(!((key1 === "min") || (key1 === "max"))){
const err7 = {instancePath:instancePath+"/scale",keyword:"additionalProperties",params:{additionalProperty: key1},parentSchema:schema116,data:data1};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data1.min !== undefined && func0.call(data1, "min")){
let data2 = data1.min;
if(!((typeof data2 == "number") && (!(data2 % 1) && !isNaN(data2)))){
const err8 = {instancePath:instancePath+"/scale/min",keyword:"type",params:{type: "integer"},parentSchema:schema116.properties.min,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
if(typeof data2 == "number"){
if(data2 > 99 || isNaN(data2)){
const err9 = {instancePath:instancePath+"/scale/min",keyword:"maximum",params:{comparison: "<=", limit: 99},parentSchema:schema116.properties.min,data:data2};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data2 < 0 || isNaN(data2)){
const err10 = {instancePath:instancePath+"/scale/min",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema116.properties.min,data:data2};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
}
if(data1.max !== undefined && func0.call(data1, "max")){
let data3 = data1.max;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
const err11 = {instancePath:instancePath+"/scale/max",keyword:"type",params:{type: "integer"},parentSchema:schema116.properties.max,data:data3};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
if(typeof data3 == "number"){
if(data3 > 100 || isNaN(data3)){
const err12 = {instancePath:instancePath+"/scale/max",keyword:"maximum",params:{comparison: "<=", limit: 100},parentSchema:schema116.properties.max,data:data3};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err13 = {instancePath:instancePath+"/scale/max",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema116.properties.max,data:data3};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
}
}
else {
const err14 = {instancePath:instancePath+"/scale",keyword:"type",params:{type: "object"},parentSchema:schema116,data:data1};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.levels !== undefined && func0.call(data, "levels")){
let data4 = data.levels;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
if(Object.keys(data4).length < 1){
const err15 = {instancePath:instancePath+"/levels",keyword:"minProperties",params:{limit: 1},parentSchema:schema193,data:data4};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
for(const key2 of Object.keys(data4)){
const _errs15 = errors;
if(typeof key2 === "string"){
if(!pattern66.test(key2)){
const err16 = {instancePath:instancePath+"/levels",keyword:"pattern",params:{pattern: "^(0|[1-9][0-9]?|100)$"},parentSchema:schema193.propertyNames,data:key2,propertyName:key2};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
}
var valid4 = _errs15 === errors;
if(!valid4){
const err17 = {instancePath:instancePath+"/levels",keyword:"propertyNames",params:{propertyName: key2},parentSchema:schema193,data:data4};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
for(const key3 of Object.keys(data4)){
let data5 = data4[key3];
if(typeof data5 === "string"){
if(!pattern4.test(data5)){
const err18 = {instancePath:instancePath+"/levels/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema193.additionalProperties,data:data5};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
else {
const err19 = {instancePath:instancePath+"/levels/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "string"},parentSchema:schema193.additionalProperties,data:data5};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
}
else {
const err20 = {instancePath:instancePath+"/levels",keyword:"type",params:{type: "object"},parentSchema:schema193,data:data4};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.written_by !== undefined && func0.call(data, "written_by")){
let data6 = data.written_by;
if(typeof data6 === "string"){
if(!pattern4.test(data6)){
const err21 = {instancePath:instancePath+"/written_by",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema250.properties.written_by,data:data6};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/written_by",keyword:"type",params:{type: "string"},parentSchema:schema250.properties.written_by,data:data6};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.written !== undefined && func0.call(data, "written")){
let data7 = data.written;
if(typeof data7 === "string"){
if(!pattern4.test(data7)){
const err23 = {instancePath:instancePath+"/written",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema250.properties.written,data:data7};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/written",keyword:"type",params:{type: "string"},parentSchema:schema250.properties.written,data:data7};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
}
else {
const err25 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema250,data};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
validate263.errors = vErrors;
return errors === 0;
}
validate263.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate262(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="rubrics.schema.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate262.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.rubrics === undefined) || (!(func0.call(data, "rubrics")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "rubrics"},parentSchema:schema249,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(key0 === "rubrics")){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema249,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.rubrics !== undefined && func0.call(data, "rubrics")){
let data0 = data.rubrics;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
if(!(validate263(data0[i0], {instancePath:instancePath+"/rubrics/" + i0,parentData:data0,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate263.errors : vErrors.concat(validate263.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath:instancePath+"/rubrics",keyword:"type",params:{type: "array"},parentSchema:schema249.properties.rubrics,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
}
else {
const err3 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema249,data};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
validate262.errors = vErrors;
return errors === 0;
}
validate262.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


const schema253 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"mutations.schema.json","title":"MutationsDocument","description":"mutations.yml: mutants of a prompt's body that mean the same as the body, so that no case can notice them.","type":"object","additionalProperties":false,"required":["equivalent"],"properties":{"equivalent":{"description":"The mutants that eva mutate leaves out.","type":"array","items":{"$ref":"#/$defs/equivalent_mutant"}}},"$defs":{"equivalent_mutant":{"title":"EquivalentMutant","description":"A mutant that means the same as the body.","type":"object","additionalProperties":false,"required":["mutant","because"],"properties":{"mutant":{"description":"Its id as eva mutate prints it, in quotes.","type":["string","number"]},"because":{"description":"Why no case can notice it.","type":"string","pattern":"\\S"}}}}};
const schema254 = {"title":"EquivalentMutant","description":"A mutant that means the same as the body.","type":"object","additionalProperties":false,"required":["mutant","because"],"properties":{"mutant":{"description":"Its id as eva mutate prints it, in quotes.","type":["string","number"]},"because":{"description":"Why no case can notice it.","type":"string","pattern":"\\S"}}};

function validate265(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="mutations.schema.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate265.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.equivalent === undefined) || (!(func0.call(data, "equivalent")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "equivalent"},parentSchema:schema253,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(key0 === "equivalent")){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema253,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.equivalent !== undefined && func0.call(data, "equivalent")){
let data0 = data.equivalent;
if(Array.isArray(data0)){
const len0 = data0.length;
for(let i0=0; i0<len0; i0++){
let data1 = data0[i0];
if(data1 && typeof data1 == "object" && !Array.isArray(data1)){
if((data1.mutant === undefined) || (!(func0.call(data1, "mutant")))){
const err2 = {instancePath:instancePath+"/equivalent/" + i0,keyword:"required",params:{missingProperty: "mutant"},parentSchema:schema254,data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if((data1.because === undefined) || (!(func0.call(data1, "because")))){
const err3 = {instancePath:instancePath+"/equivalent/" + i0,keyword:"required",params:{missingProperty: "because"},parentSchema:schema254,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
for(const key1 of Object.keys(data1)){
if(!((key1 === "mutant") || (key1 === "because"))){
const err4 = {instancePath:instancePath+"/equivalent/" + i0,keyword:"additionalProperties",params:{additionalProperty: key1},parentSchema:schema254,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data1.mutant !== undefined && func0.call(data1, "mutant")){
let data2 = data1.mutant;
if((typeof data2 !== "string") && (!(typeof data2 == "number"))){
const err5 = {instancePath:instancePath+"/equivalent/" + i0+"/mutant",keyword:"type",params:{type: schema254.properties.mutant.type},parentSchema:schema254.properties.mutant,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data1.because !== undefined && func0.call(data1, "because")){
let data3 = data1.because;
if(typeof data3 === "string"){
if(!pattern4.test(data3)){
const err6 = {instancePath:instancePath+"/equivalent/" + i0+"/because",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema254.properties.because,data:data3};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/equivalent/" + i0+"/because",keyword:"type",params:{type: "string"},parentSchema:schema254.properties.because,data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
}
else {
const err8 = {instancePath:instancePath+"/equivalent/" + i0,keyword:"type",params:{type: "object"},parentSchema:schema254,data:data1};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
else {
const err9 = {instancePath:instancePath+"/equivalent",keyword:"type",params:{type: "array"},parentSchema:schema253.properties.equivalent,data:data0};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
}
else {
const err10 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema253,data};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
validate265.errors = vErrors;
return errors === 0;
}
validate265.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


const schema255 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"tools.schema.json","title":"ToolsDocument","description":"The file that `tools` in eval.yml or eva.yml names: a list of tools.","type":"array","minItems":1,"maxItems":128,"items":{"$ref":"eval.schema.json#/$defs/tool"}};

function validate267(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate267.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.name === undefined) || (!(func0.call(data, "name")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "name"},parentSchema:schema56,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if((data.input_schema === undefined) || (!(func0.call(data, "input_schema")))){
const err1 = {instancePath,keyword:"required",params:{missingProperty: "input_schema"},parentSchema:schema56,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(((key0 === "name") || (key0 === "description")) || (key0 === "input_schema"))){
const err2 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema56,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.name !== undefined && func0.call(data, "name")){
let data0 = data.name;
if(typeof data0 === "string"){
if(!pattern23.test(data0)){
const err3 = {instancePath:instancePath+"/name",keyword:"pattern",params:{pattern: "^[a-zA-Z0-9_-]{1,64}$"},schema:"^[a-zA-Z0-9_-]{1,64}$",parentSchema:schema57,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
else {
const err4 = {instancePath:instancePath+"/name",keyword:"type",params:{type: "string"},parentSchema:schema57,data:data0};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.description !== undefined && func0.call(data, "description")){
let data1 = data.description;
if(typeof data1 === "string"){
if(!pattern4.test(data1)){
const err5 = {instancePath:instancePath+"/description",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema56.properties.description,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
else {
const err6 = {instancePath:instancePath+"/description",keyword:"type",params:{type: "string"},parentSchema:schema56.properties.description,data:data1};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.input_schema !== undefined && func0.call(data, "input_schema")){
let data2 = data.input_schema;
if((!(data2 && typeof data2 == "object" && !Array.isArray(data2))) && (typeof data2 !== "string")){
const err7 = {instancePath:instancePath+"/input_schema",keyword:"type",params:{type: schema56.properties.input_schema.type},parentSchema:schema56.properties.input_schema,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(typeof data2 === "string"){
if(func96(data2) < 1){
const err8 = {instancePath:instancePath+"/input_schema",keyword:"minLength",params:{limit: 1},parentSchema:schema56.properties.input_schema,data:data2};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
}
else {
const err9 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema56,data};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
validate267.errors = vErrors;
return errors === 0;
}
validate267.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate266(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="tools.schema.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate266.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(Array.isArray(data)){
if(data.length > 128){
const err0 = {instancePath,keyword:"maxItems",params:{limit: 128},parentSchema:schema255,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data.length < 1){
const err1 = {instancePath,keyword:"minItems",params:{limit: 1},parentSchema:schema255,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
const len0 = data.length;
for(let i0=0; i0<len0; i0++){
if(!(validate267(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate267.errors : vErrors.concat(validate267.errors);
errors = vErrors.length;
}
}
}
else {
const err2 = {instancePath,keyword:"type",params:{type: "array"},parentSchema:schema255,data};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
validate266.errors = vErrors;
return errors === 0;
}
validate266.evaluated = {"items":true,"dynamicProps":false,"dynamicItems":false};


const schema258 = {"$schema":"https://json-schema.org/draft/2020-12/schema","$id":"eva-config.schema.json","title":"EvaConfigDocument","description":"eva.yml: settings of a whole library of prompts.","type":"object","additionalProperties":false,"properties":{"defaults":{"$ref":"eval.schema.json#/$defs/defaults"},"concurrency":{"$ref":"#/$defs/concurrency"},"providers":{"description":"How to reach models: providers of your own, or settings of a built-in provider.","type":"object","additionalProperties":{"$ref":"#/$defs/provider"}},"prices":{"description":"Prices of models, in USD per million tokens. The key is the name that the provider gets.","type":"object","additionalProperties":{"$ref":"#/$defs/price"}},"cache":{"description":"Whether every run uses .eva/cache, as with --cache. Default: false.","type":"boolean"},"promotion":{"$ref":"meta.schema.json#/$defs/promotion"},"reports":{"description":"Reports of every eva eval and eva merge, each NAME=FILE, or NAME for standard output. Paths are relative to the library.","type":"array","items":{"type":"string"},"minItems":1,"maxItems":50},"budget":{"title":"Budget","description":"Limits of one run. eva stops before the call that would exceed one.","type":"object","additionalProperties":false,"minProperties":1,"properties":{"max_calls":{"description":"Maximum number of calls to models.","type":"integer","minimum":1},"max_tokens":{"description":"Maximum number of tokens, input and output together.","type":"integer","minimum":1},"max_cost_usd":{"description":"Maximum cost in US dollars. Needs a price for every model.","type":"number","exclusiveMinimum":0}}}},"$defs":{"concurrency":{"description":"Maximum number of concurrent calls per provider. Default: 4.","type":"integer","minimum":1,"maximum":1000},"provider":{"title":"Provider","description":"Settings of one provider.","type":"object","additionalProperties":false,"required":["type"],"properties":{"type":{"description":"anthropic; openai for any server that speaks the chat-completions protocol; openai-responses for OpenAI's Responses protocol; azure for Azure OpenAI; bedrock for Claude at Amazon; vertex for Claude at Google; claude-cli; or command.","type":"string","enum":["anthropic","openai","openai-responses","azure","bedrock","vertex","claude-cli","command"]},"base_url":{"description":"Where the server listens: https://host/v1 for openai and openai-responses, https://NAME.openai.azure.com for azure.","type":"string","pattern":"^https?://\\S+$"},"api_key_env":{"description":"Name of the environment variable that holds the key. Never the key itself.","type":"string","pattern":"^[A-Za-z_][A-Za-z0-9_]*$"},"tools":{"description":"Whether the server can be forced to call a tool. Only for openai and openai-responses. Default: true.","type":"boolean"},"max_tokens_as":{"description":"The name under which requests carry max_tokens. Default: max_completion_tokens at https://api.openai.com/v1, max_tokens at any other server of type openai, max_completion_tokens at azure.","enum":["max_tokens","max_completion_tokens"]},"api_version":{"description":"The date of a version of the API, such as 2024-10-21, for addresses with /openai/deployments. Only for azure. Default: none, for the v1 API.","type":"string","pattern":"^\\d{4}-\\d{2}-\\d{2}(-preview)?$"},"region":{"description":"The region of the cloud, such as us-east-1 for bedrock or global for vertex.","type":"string","pattern":"^[a-z0-9][a-z0-9-]{0,40}$"},"project":{"description":"The id of the Google Cloud project that pays. Only for vertex.","type":"string","pattern":"^[a-z0-9][a-z0-9.:-]{0,99}$"},"command":{"description":"Program and arguments. It reads the prompt on standard input and prints the reply. Runs only if trusted.","type":"array","minItems":1,"prefixItems":[{"type":"string","pattern":"\\S"}],"items":{"type":"string"}},"format":{"description":"json: the program reads one JSON object with system, messages, tools and settings, and prints one with text.","enum":["json"]},"rpm":{"description":"Maximum number of requests per minute.","type":"number","exclusiveMinimum":0,"maximum":1000000},"tpm":{"description":"Maximum number of tokens per minute, input and output together.","type":"number","exclusiveMinimum":0,"maximum":1000000000},"concurrency":{"$ref":"#/$defs/concurrency"}}},"price":{"title":"Price","description":"USD per million tokens.","type":"object","additionalProperties":false,"required":["input","output"],"properties":{"input":{"description":"Price of the tokens that the model reads.","type":"number","minimum":0},"output":{"description":"Price of the tokens that the model writes.","type":"number","minimum":0}}}}};
const schema278 = {"description":"Maximum number of concurrent calls per provider. Default: 4.","type":"integer","minimum":1,"maximum":1000};
const schema281 = {"title":"Price","description":"USD per million tokens.","type":"object","additionalProperties":false,"required":["input","output"],"properties":{"input":{"description":"Price of the tokens that the model reads.","type":"number","minimum":0},"output":{"description":"Price of the tokens that the model writes.","type":"number","minimum":0}}};

function validate270(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate270.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(!(func0.call(schema40.properties, key0))){
const err0 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema40,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.model !== undefined && func0.call(data, "model")){
let data0 = data.model;
if(typeof data0 === "string"){
if(!pattern4.test(data0)){
const err1 = {instancePath:instancePath+"/model",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema41,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
else {
const err2 = {instancePath:instancePath+"/model",keyword:"type",params:{type: "string"},parentSchema:schema41,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.models !== undefined && func0.call(data, "models")){
if(!(validate25(data.models, {instancePath:instancePath+"/models",parentData:data,parentDataProperty:"models",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate25.errors : vErrors.concat(validate25.errors);
errors = vErrors.length;
}
}
if(data.timeout_s !== undefined && func0.call(data, "timeout_s")){
let data2 = data.timeout_s;
if(typeof data2 == "number"){
if(data2 > 86400 || isNaN(data2)){
const err3 = {instancePath:instancePath+"/timeout_s",keyword:"maximum",params:{comparison: "<=", limit: 86400},parentSchema:schema45,data:data2};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
if(data2 <= 0 || isNaN(data2)){
const err4 = {instancePath:instancePath+"/timeout_s",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema45,data:data2};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/timeout_s",keyword:"type",params:{type: "number"},parentSchema:schema45,data:data2};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.max_tokens !== undefined && func0.call(data, "max_tokens")){
let data3 = data.max_tokens;
if(!((typeof data3 == "number") && (!(data3 % 1) && !isNaN(data3)))){
const err6 = {instancePath:instancePath+"/max_tokens",keyword:"type",params:{type: "integer"},parentSchema:schema46,data:data3};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
if(typeof data3 == "number"){
if(data3 > 10000000 || isNaN(data3)){
const err7 = {instancePath:instancePath+"/max_tokens",keyword:"maximum",params:{comparison: "<=", limit: 10000000},parentSchema:schema46,data:data3};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
if(data3 < 1 || isNaN(data3)){
const err8 = {instancePath:instancePath+"/max_tokens",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema46,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
}
if(data.temperature !== undefined && func0.call(data, "temperature")){
let data4 = data.temperature;
if(typeof data4 == "number"){
if(data4 > 2 || isNaN(data4)){
const err9 = {instancePath:instancePath+"/temperature",keyword:"maximum",params:{comparison: "<=", limit: 2},parentSchema:schema47,data:data4};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
if(data4 < 0 || isNaN(data4)){
const err10 = {instancePath:instancePath+"/temperature",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema47,data:data4};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/temperature",keyword:"type",params:{type: "number"},parentSchema:schema47,data:data4};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.top_p !== undefined && func0.call(data, "top_p")){
let data5 = data.top_p;
if(typeof data5 == "number"){
if(data5 > 1 || isNaN(data5)){
const err12 = {instancePath:instancePath+"/top_p",keyword:"maximum",params:{comparison: "<=", limit: 1},parentSchema:schema48,data:data5};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
if(data5 < 0 || isNaN(data5)){
const err13 = {instancePath:instancePath+"/top_p",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema48,data:data5};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
else {
const err14 = {instancePath:instancePath+"/top_p",keyword:"type",params:{type: "number"},parentSchema:schema48,data:data5};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.top_k !== undefined && func0.call(data, "top_k")){
let data6 = data.top_k;
if(!((typeof data6 == "number") && (!(data6 % 1) && !isNaN(data6)))){
const err15 = {instancePath:instancePath+"/top_k",keyword:"type",params:{type: "integer"},parentSchema:schema49,data:data6};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(typeof data6 == "number"){
if(data6 > 1000000 || isNaN(data6)){
const err16 = {instancePath:instancePath+"/top_k",keyword:"maximum",params:{comparison: "<=", limit: 1000000},parentSchema:schema49,data:data6};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(data6 < 1 || isNaN(data6)){
const err17 = {instancePath:instancePath+"/top_k",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema49,data:data6};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
}
if(data.stop !== undefined && func0.call(data, "stop")){
let data7 = data.stop;
if(Array.isArray(data7)){
if(data7.length > 16){
const err18 = {instancePath:instancePath+"/stop",keyword:"maxItems",params:{limit: 16},parentSchema:schema50,data:data7};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
if(data7.length < 1){
const err19 = {instancePath:instancePath+"/stop",keyword:"minItems",params:{limit: 1},parentSchema:schema50,data:data7};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
const len0 = data7.length;
for(let i0=0; i0<len0; i0++){
let data8 = data7[i0];
if(typeof data8 === "string"){
if(func96(data8) < 1){
const err20 = {instancePath:instancePath+"/stop/" + i0,keyword:"minLength",params:{limit: 1},parentSchema:schema50.items,data:data8};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
else {
const err21 = {instancePath:instancePath+"/stop/" + i0,keyword:"type",params:{type: "string"},parentSchema:schema50.items,data:data8};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
}
else {
const err22 = {instancePath:instancePath+"/stop",keyword:"type",params:{type: "array"},parentSchema:schema50,data:data7};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data.sampling_seed !== undefined && func0.call(data, "sampling_seed")){
let data9 = data.sampling_seed;
if(!((typeof data9 == "number") && (!(data9 % 1) && !isNaN(data9)))){
const err23 = {instancePath:instancePath+"/sampling_seed",keyword:"type",params:{type: "integer"},parentSchema:schema51,data:data9};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(typeof data9 == "number"){
if(data9 > 2147483647 || isNaN(data9)){
const err24 = {instancePath:instancePath+"/sampling_seed",keyword:"maximum",params:{comparison: "<=", limit: 2147483647},parentSchema:schema51,data:data9};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data9 < -2147483648 || isNaN(data9)){
const err25 = {instancePath:instancePath+"/sampling_seed",keyword:"minimum",params:{comparison: ">=", limit: -2147483648},parentSchema:schema51,data:data9};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
if(data.reasoning !== undefined && func0.call(data, "reasoning")){
let data10 = data.reasoning;
if(data10 && typeof data10 == "object" && !Array.isArray(data10)){
if(Object.keys(data10).length > 1){
const err26 = {instancePath:instancePath+"/reasoning",keyword:"maxProperties",params:{limit: 1},parentSchema:schema52,data:data10};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(Object.keys(data10).length < 1){
const err27 = {instancePath:instancePath+"/reasoning",keyword:"minProperties",params:{limit: 1},parentSchema:schema52,data:data10};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
for(const key1 of Object.keys(data10)){
if(!((key1 === "effort") || (key1 === "budget_tokens"))){
const err28 = {instancePath:instancePath+"/reasoning",keyword:"additionalProperties",params:{additionalProperty: key1},parentSchema:schema52,data:data10};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data10.effort !== undefined && func0.call(data10, "effort")){
let data11 = data10.effort;
if(typeof data11 === "string"){
if(!pattern4.test(data11)){
const err29 = {instancePath:instancePath+"/reasoning/effort",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema52.properties.effort,data:data11};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
else {
const err30 = {instancePath:instancePath+"/reasoning/effort",keyword:"type",params:{type: "string"},parentSchema:schema52.properties.effort,data:data11};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data10.budget_tokens !== undefined && func0.call(data10, "budget_tokens")){
let data12 = data10.budget_tokens;
if(!((typeof data12 == "number") && (!(data12 % 1) && !isNaN(data12)))){
const err31 = {instancePath:instancePath+"/reasoning/budget_tokens",keyword:"type",params:{type: "integer"},parentSchema:schema52.properties.budget_tokens,data:data12};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(typeof data12 == "number"){
if(data12 > 10000000 || isNaN(data12)){
const err32 = {instancePath:instancePath+"/reasoning/budget_tokens",keyword:"maximum",params:{comparison: "<=", limit: 10000000},parentSchema:schema52.properties.budget_tokens,data:data12};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
if(data12 < 1 || isNaN(data12)){
const err33 = {instancePath:instancePath+"/reasoning/budget_tokens",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema52.properties.budget_tokens,data:data12};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
}
else {
const err34 = {instancePath:instancePath+"/reasoning",keyword:"type",params:{type: "object"},parentSchema:schema52,data:data10};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.response_format !== undefined && func0.call(data, "response_format")){
if(!(validate27(data.response_format, {instancePath:instancePath+"/response_format",parentData:data,parentDataProperty:"response_format",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate27.errors : vErrors.concat(validate27.errors);
errors = vErrors.length;
}
}
if(data.tools !== undefined && func0.call(data, "tools")){
if(!(validate29(data.tools, {instancePath:instancePath+"/tools",parentData:data,parentDataProperty:"tools",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate29.errors : vErrors.concat(validate29.errors);
errors = vErrors.length;
}
}
if(data.tool_choice !== undefined && func0.call(data, "tool_choice")){
if(!(validate33(data.tool_choice, {instancePath:instancePath+"/tool_choice",parentData:data,parentDataProperty:"tool_choice",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate33.errors : vErrors.concat(validate33.errors);
errors = vErrors.length;
}
}
if(data.extra !== undefined && func0.call(data, "extra")){
let data16 = data.extra;
if(data16 && typeof data16 == "object" && !Array.isArray(data16)){
if(Object.keys(data16).length < 1){
const err35 = {instancePath:instancePath+"/extra",keyword:"minProperties",params:{limit: 1},parentSchema:schema61,data:data16};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
for(const key2 of Object.keys(data16)){
if(!((((((key2 === "anthropic") || (key2 === "openai")) || (key2 === "openai-responses")) || (key2 === "azure")) || (key2 === "bedrock")) || (key2 === "vertex"))){
const err36 = {instancePath:instancePath+"/extra",keyword:"additionalProperties",params:{additionalProperty: key2},parentSchema:schema61,data:data16};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data16.anthropic !== undefined && func0.call(data16, "anthropic")){
let data17 = data16.anthropic;
if(data17 && typeof data17 == "object" && !Array.isArray(data17)){
if(Object.keys(data17).length < 1){
const err37 = {instancePath:instancePath+"/extra/anthropic",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties.anthropic,data:data17};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
}
else {
const err38 = {instancePath:instancePath+"/extra/anthropic",keyword:"type",params:{type: "object"},parentSchema:schema61.properties.anthropic,data:data17};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data16.openai !== undefined && func0.call(data16, "openai")){
let data18 = data16.openai;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(Object.keys(data18).length < 1){
const err39 = {instancePath:instancePath+"/extra/openai",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties.openai,data:data18};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
}
else {
const err40 = {instancePath:instancePath+"/extra/openai",keyword:"type",params:{type: "object"},parentSchema:schema61.properties.openai,data:data18};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
if(data16["openai-responses"] !== undefined && func0.call(data16, "openai-responses")){
let data19 = data16["openai-responses"];
if(data19 && typeof data19 == "object" && !Array.isArray(data19)){
if(Object.keys(data19).length < 1){
const err41 = {instancePath:instancePath+"/extra/openai-responses",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties["openai-responses"],data:data19};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
else {
const err42 = {instancePath:instancePath+"/extra/openai-responses",keyword:"type",params:{type: "object"},parentSchema:schema61.properties["openai-responses"],data:data19};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
if(data16.azure !== undefined && func0.call(data16, "azure")){
let data20 = data16.azure;
if(data20 && typeof data20 == "object" && !Array.isArray(data20)){
if(Object.keys(data20).length < 1){
const err43 = {instancePath:instancePath+"/extra/azure",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties.azure,data:data20};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
else {
const err44 = {instancePath:instancePath+"/extra/azure",keyword:"type",params:{type: "object"},parentSchema:schema61.properties.azure,data:data20};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
}
if(data16.bedrock !== undefined && func0.call(data16, "bedrock")){
let data21 = data16.bedrock;
if(data21 && typeof data21 == "object" && !Array.isArray(data21)){
if(Object.keys(data21).length < 1){
const err45 = {instancePath:instancePath+"/extra/bedrock",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties.bedrock,data:data21};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
else {
const err46 = {instancePath:instancePath+"/extra/bedrock",keyword:"type",params:{type: "object"},parentSchema:schema61.properties.bedrock,data:data21};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data16.vertex !== undefined && func0.call(data16, "vertex")){
let data22 = data16.vertex;
if(data22 && typeof data22 == "object" && !Array.isArray(data22)){
if(Object.keys(data22).length < 1){
const err47 = {instancePath:instancePath+"/extra/vertex",keyword:"minProperties",params:{limit: 1},parentSchema:schema61.properties.vertex,data:data22};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
else {
const err48 = {instancePath:instancePath+"/extra/vertex",keyword:"type",params:{type: "object"},parentSchema:schema61.properties.vertex,data:data22};
if(vErrors === null){
vErrors = [err48];
}
else {
vErrors.push(err48);
}
errors++;
}
}
}
else {
const err49 = {instancePath:instancePath+"/extra",keyword:"type",params:{type: "object"},parentSchema:schema61,data:data16};
if(vErrors === null){
vErrors = [err49];
}
else {
vErrors.push(err49);
}
errors++;
}
}
if(data.sample_size !== undefined && func0.call(data, "sample_size")){
let data23 = data.sample_size;
if(!((typeof data23 == "number") && (!(data23 % 1) && !isNaN(data23)))){
const err50 = {instancePath:instancePath+"/sample_size",keyword:"type",params:{type: "integer"},parentSchema:schema71,data:data23};
if(vErrors === null){
vErrors = [err50];
}
else {
vErrors.push(err50);
}
errors++;
}
if(typeof data23 == "number"){
if(data23 > 100000 || isNaN(data23)){
const err51 = {instancePath:instancePath+"/sample_size",keyword:"maximum",params:{comparison: "<=", limit: 100000},parentSchema:schema71,data:data23};
if(vErrors === null){
vErrors = [err51];
}
else {
vErrors.push(err51);
}
errors++;
}
if(data23 < 1 || isNaN(data23)){
const err52 = {instancePath:instancePath+"/sample_size",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema71,data:data23};
if(vErrors === null){
vErrors = [err52];
}
else {
vErrors.push(err52);
}
errors++;
}
}
}
if(data.significance_level !== undefined && func0.call(data, "significance_level")){
let data24 = data.significance_level;
if(typeof data24 == "number"){
if(data24 > 0.5 || isNaN(data24)){
const err53 = {instancePath:instancePath+"/significance_level",keyword:"maximum",params:{comparison: "<=", limit: 0.5},parentSchema:schema72,data:data24};
if(vErrors === null){
vErrors = [err53];
}
else {
vErrors.push(err53);
}
errors++;
}
if(data24 <= 0 || isNaN(data24)){
const err54 = {instancePath:instancePath+"/significance_level",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema72,data:data24};
if(vErrors === null){
vErrors = [err54];
}
else {
vErrors.push(err54);
}
errors++;
}
}
else {
const err55 = {instancePath:instancePath+"/significance_level",keyword:"type",params:{type: "number"},parentSchema:schema72,data:data24};
if(vErrors === null){
vErrors = [err55];
}
else {
vErrors.push(err55);
}
errors++;
}
}
if(data.stop_early !== undefined && func0.call(data, "stop_early")){
let data25 = data.stop_early;
if(typeof data25 !== "boolean"){
const err56 = {instancePath:instancePath+"/stop_early",keyword:"type",params:{type: "boolean"},parentSchema:schema73,data:data25};
if(vErrors === null){
vErrors = [err56];
}
else {
vErrors.push(err56);
}
errors++;
}
}
if(data.sequential !== undefined && func0.call(data, "sequential")){
let data26 = data.sequential;
if(typeof data26 !== "boolean"){
const err57 = {instancePath:instancePath+"/sequential",keyword:"type",params:{type: "boolean"},parentSchema:schema74,data:data26};
if(vErrors === null){
vErrors = [err57];
}
else {
vErrors.push(err57);
}
errors++;
}
}
if(data.timeouts !== undefined && func0.call(data, "timeouts")){
let data27 = data.timeouts;
if(typeof data27 !== "string"){
const err58 = {instancePath:instancePath+"/timeouts",keyword:"type",params:{type: "string"},parentSchema:schema75,data:data27};
if(vErrors === null){
vErrors = [err58];
}
else {
vErrors.push(err58);
}
errors++;
}
if(!((data27 === "fail") || (data27 === "ask_again"))){
const err59 = {instancePath:instancePath+"/timeouts",keyword:"enum",params:{allowedValues: schema75.enum},parentSchema:schema75,data:data27};
if(vErrors === null){
vErrors = [err59];
}
else {
vErrors.push(err59);
}
errors++;
}
}
if(data.expected !== undefined && func0.call(data, "expected")){
let data28 = data.expected;
if(typeof data28 == "number"){
if(data28 >= 1 || isNaN(data28)){
const err60 = {instancePath:instancePath+"/expected",keyword:"exclusiveMaximum",params:{comparison: "<", limit: 1},parentSchema:schema76,data:data28};
if(vErrors === null){
vErrors = [err60];
}
else {
vErrors.push(err60);
}
errors++;
}
if(data28 <= 0 || isNaN(data28)){
const err61 = {instancePath:instancePath+"/expected",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema76,data:data28};
if(vErrors === null){
vErrors = [err61];
}
else {
vErrors.push(err61);
}
errors++;
}
}
else {
const err62 = {instancePath:instancePath+"/expected",keyword:"type",params:{type: "number"},parentSchema:schema76,data:data28};
if(vErrors === null){
vErrors = [err62];
}
else {
vErrors.push(err62);
}
errors++;
}
}
if(data.seed !== undefined && func0.call(data, "seed")){
let data29 = data.seed;
if(!((typeof data29 == "number") && (!(data29 % 1) && !isNaN(data29)))){
const err63 = {instancePath:instancePath+"/seed",keyword:"type",params:{type: "integer"},parentSchema:schema77,data:data29};
if(vErrors === null){
vErrors = [err63];
}
else {
vErrors.push(err63);
}
errors++;
}
if(typeof data29 == "number"){
if(data29 > 9007199254740991 || isNaN(data29)){
const err64 = {instancePath:instancePath+"/seed",keyword:"maximum",params:{comparison: "<=", limit: 9007199254740991},parentSchema:schema77,data:data29};
if(vErrors === null){
vErrors = [err64];
}
else {
vErrors.push(err64);
}
errors++;
}
if(data29 < 0 || isNaN(data29)){
const err65 = {instancePath:instancePath+"/seed",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema77,data:data29};
if(vErrors === null){
vErrors = [err65];
}
else {
vErrors.push(err65);
}
errors++;
}
}
}
if(data.assert !== undefined && func0.call(data, "assert")){
if(!(validate42(data.assert, {instancePath:instancePath+"/assert",parentData:data,parentDataProperty:"assert",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate42.errors : vErrors.concat(validate42.errors);
errors = vErrors.length;
}
}
if(data.rubric !== undefined && func0.call(data, "rubric")){
if(!(validate153(data.rubric, {instancePath:instancePath+"/rubric",parentData:data,parentDataProperty:"rubric",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate153.errors : vErrors.concat(validate153.errors);
errors = vErrors.length;
}
}
if(data.extract !== undefined && func0.call(data, "extract")){
if(!(validate45(data.extract, {instancePath:instancePath+"/extract",parentData:data,parentDataProperty:"extract",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate45.errors : vErrors.concat(validate45.errors);
errors = vErrors.length;
}
}
if(data.embedding_model !== undefined && func0.call(data, "embedding_model")){
let data33 = data.embedding_model;
if(typeof data33 === "string"){
if(!pattern4.test(data33)){
const err66 = {instancePath:instancePath+"/embedding_model",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema120,data:data33};
if(vErrors === null){
vErrors = [err66];
}
else {
vErrors.push(err66);
}
errors++;
}
}
else {
const err67 = {instancePath:instancePath+"/embedding_model",keyword:"type",params:{type: "string"},parentSchema:schema120,data:data33};
if(vErrors === null){
vErrors = [err67];
}
else {
vErrors.push(err67);
}
errors++;
}
}
if(data.judge !== undefined && func0.call(data, "judge")){
if(!(validate155(data.judge, {instancePath:instancePath+"/judge",parentData:data,parentDataProperty:"judge",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate155.errors : vErrors.concat(validate155.errors);
errors = vErrors.length;
}
}
if(data.user_simulator !== undefined && func0.call(data, "user_simulator")){
if(!(validate161(data.user_simulator, {instancePath:instancePath+"/user_simulator",parentData:data,parentDataProperty:"user_simulator",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate161.errors : vErrors.concat(validate161.errors);
errors = vErrors.length;
}
}
}
else {
const err68 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema40,data};
if(vErrors === null){
vErrors = [err68];
}
else {
vErrors.push(err68);
}
errors++;
}
validate270.errors = vErrors;
return errors === 0;
}
validate270.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};

const schema279 = {"title":"Provider","description":"Settings of one provider.","type":"object","additionalProperties":false,"required":["type"],"properties":{"type":{"description":"anthropic; openai for any server that speaks the chat-completions protocol; openai-responses for OpenAI's Responses protocol; azure for Azure OpenAI; bedrock for Claude at Amazon; vertex for Claude at Google; claude-cli; or command.","type":"string","enum":["anthropic","openai","openai-responses","azure","bedrock","vertex","claude-cli","command"]},"base_url":{"description":"Where the server listens: https://host/v1 for openai and openai-responses, https://NAME.openai.azure.com for azure.","type":"string","pattern":"^https?://\\S+$"},"api_key_env":{"description":"Name of the environment variable that holds the key. Never the key itself.","type":"string","pattern":"^[A-Za-z_][A-Za-z0-9_]*$"},"tools":{"description":"Whether the server can be forced to call a tool. Only for openai and openai-responses. Default: true.","type":"boolean"},"max_tokens_as":{"description":"The name under which requests carry max_tokens. Default: max_completion_tokens at https://api.openai.com/v1, max_tokens at any other server of type openai, max_completion_tokens at azure.","enum":["max_tokens","max_completion_tokens"]},"api_version":{"description":"The date of a version of the API, such as 2024-10-21, for addresses with /openai/deployments. Only for azure. Default: none, for the v1 API.","type":"string","pattern":"^\\d{4}-\\d{2}-\\d{2}(-preview)?$"},"region":{"description":"The region of the cloud, such as us-east-1 for bedrock or global for vertex.","type":"string","pattern":"^[a-z0-9][a-z0-9-]{0,40}$"},"project":{"description":"The id of the Google Cloud project that pays. Only for vertex.","type":"string","pattern":"^[a-z0-9][a-z0-9.:-]{0,99}$"},"command":{"description":"Program and arguments. It reads the prompt on standard input and prints the reply. Runs only if trusted.","type":"array","minItems":1,"prefixItems":[{"type":"string","pattern":"\\S"}],"items":{"type":"string"}},"format":{"description":"json: the program reads one JSON object with system, messages, tools and settings, and prints one with text.","enum":["json"]},"rpm":{"description":"Maximum number of requests per minute.","type":"number","exclusiveMinimum":0,"maximum":1000000},"tpm":{"description":"Maximum number of tokens per minute, input and output together.","type":"number","exclusiveMinimum":0,"maximum":1000000000},"concurrency":{"$ref":"#/$defs/concurrency"}}};
const pattern100 = new RegExp("^https?://\\S+$", "u");
const pattern102 = new RegExp("^\\d{4}-\\d{2}-\\d{2}(-preview)?$", "u");
const pattern103 = new RegExp("^[a-z0-9][a-z0-9-]{0,40}$", "u");
const pattern104 = new RegExp("^[a-z0-9][a-z0-9.:-]{0,99}$", "u");

function validate281(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
let vErrors = null;
let errors = 0;
const evaluated0 = validate281.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if((data.type === undefined) || (!(func0.call(data, "type")))){
const err0 = {instancePath,keyword:"required",params:{missingProperty: "type"},parentSchema:schema279,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
for(const key0 of Object.keys(data)){
if(!(func0.call(schema279.properties, key0))){
const err1 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema279,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.type !== undefined && func0.call(data, "type")){
let data0 = data.type;
if(typeof data0 !== "string"){
const err2 = {instancePath:instancePath+"/type",keyword:"type",params:{type: "string"},parentSchema:schema279.properties.type,data:data0};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(!((((((((data0 === "anthropic") || (data0 === "openai")) || (data0 === "openai-responses")) || (data0 === "azure")) || (data0 === "bedrock")) || (data0 === "vertex")) || (data0 === "claude-cli")) || (data0 === "command"))){
const err3 = {instancePath:instancePath+"/type",keyword:"enum",params:{allowedValues: schema279.properties.type.enum},parentSchema:schema279.properties.type,data:data0};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.base_url !== undefined && func0.call(data, "base_url")){
let data1 = data.base_url;
if(typeof data1 === "string"){
if(!pattern100.test(data1)){
const err4 = {instancePath:instancePath+"/base_url",keyword:"pattern",params:{pattern: "^https?://\\S+$"},parentSchema:schema279.properties.base_url,data:data1};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
else {
const err5 = {instancePath:instancePath+"/base_url",keyword:"type",params:{type: "string"},parentSchema:schema279.properties.base_url,data:data1};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.api_key_env !== undefined && func0.call(data, "api_key_env")){
let data2 = data.api_key_env;
if(typeof data2 === "string"){
if(!pattern78.test(data2)){
const err6 = {instancePath:instancePath+"/api_key_env",keyword:"pattern",params:{pattern: "^[A-Za-z_][A-Za-z0-9_]*$"},parentSchema:schema279.properties.api_key_env,data:data2};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
else {
const err7 = {instancePath:instancePath+"/api_key_env",keyword:"type",params:{type: "string"},parentSchema:schema279.properties.api_key_env,data:data2};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.tools !== undefined && func0.call(data, "tools")){
let data3 = data.tools;
if(typeof data3 !== "boolean"){
const err8 = {instancePath:instancePath+"/tools",keyword:"type",params:{type: "boolean"},parentSchema:schema279.properties.tools,data:data3};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.max_tokens_as !== undefined && func0.call(data, "max_tokens_as")){
let data4 = data.max_tokens_as;
if(!((data4 === "max_tokens") || (data4 === "max_completion_tokens"))){
const err9 = {instancePath:instancePath+"/max_tokens_as",keyword:"enum",params:{allowedValues: schema279.properties.max_tokens_as.enum},parentSchema:schema279.properties.max_tokens_as,data:data4};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data.api_version !== undefined && func0.call(data, "api_version")){
let data5 = data.api_version;
if(typeof data5 === "string"){
if(!pattern102.test(data5)){
const err10 = {instancePath:instancePath+"/api_version",keyword:"pattern",params:{pattern: "^\\d{4}-\\d{2}-\\d{2}(-preview)?$"},parentSchema:schema279.properties.api_version,data:data5};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/api_version",keyword:"type",params:{type: "string"},parentSchema:schema279.properties.api_version,data:data5};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.region !== undefined && func0.call(data, "region")){
let data6 = data.region;
if(typeof data6 === "string"){
if(!pattern103.test(data6)){
const err12 = {instancePath:instancePath+"/region",keyword:"pattern",params:{pattern: "^[a-z0-9][a-z0-9-]{0,40}$"},schema:"^[a-z0-9][a-z0-9-]{0,40}$",parentSchema:schema279.properties.region,data:data6};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
else {
const err13 = {instancePath:instancePath+"/region",keyword:"type",params:{type: "string"},parentSchema:schema279.properties.region,data:data6};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.project !== undefined && func0.call(data, "project")){
let data7 = data.project;
if(typeof data7 === "string"){
if(!pattern104.test(data7)){
const err14 = {instancePath:instancePath+"/project",keyword:"pattern",params:{pattern: "^[a-z0-9][a-z0-9.:-]{0,99}$"},schema:"^[a-z0-9][a-z0-9.:-]{0,99}$",parentSchema:schema279.properties.project,data:data7};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
else {
const err15 = {instancePath:instancePath+"/project",keyword:"type",params:{type: "string"},parentSchema:schema279.properties.project,data:data7};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data.command !== undefined && func0.call(data, "command")){
let data8 = data.command;
if(Array.isArray(data8)){
if(data8.length < 1){
const err16 = {instancePath:instancePath+"/command",keyword:"minItems",params:{limit: 1},parentSchema:schema279.properties.command,data:data8};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
const len0 = data8.length;
if(len0 > 0){
let data9 = data8[0];
if(typeof data9 === "string"){
if(!pattern4.test(data9)){
const err17 = {instancePath:instancePath+"/command/0",keyword:"pattern",params:{pattern: "\\S"},parentSchema:schema279.properties.command.prefixItems[0],data:data9};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
else {
const err18 = {instancePath:instancePath+"/command/0",keyword:"type",params:{type: "string"},parentSchema:schema279.properties.command.prefixItems[0],data:data9};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
const len1 = data8.length;
var valid2 = len1 <= 1;
if(!valid2){
for(let i0=1; i0<len1; i0++){
let data10 = data8[i0];
const _errs21 = errors;
if(typeof data10 !== "string"){
const err19 = {instancePath:instancePath+"/command/" + i0,keyword:"type",params:{type: "string"},parentSchema:schema279.properties.command.items,data:data10};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
var valid2 = _errs21 === errors;
}
}
}
else {
const err20 = {instancePath:instancePath+"/command",keyword:"type",params:{type: "array"},parentSchema:schema279.properties.command,data:data8};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
if(data.format !== undefined && func0.call(data, "format")){
let data11 = data.format;
if(!(data11 === "json")){
const err21 = {instancePath:instancePath+"/format",keyword:"enum",params:{allowedValues: schema279.properties.format.enum},parentSchema:schema279.properties.format,data:data11};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.rpm !== undefined && func0.call(data, "rpm")){
let data12 = data.rpm;
if(typeof data12 == "number"){
if(data12 > 1000000 || isNaN(data12)){
const err22 = {instancePath:instancePath+"/rpm",keyword:"maximum",params:{comparison: "<=", limit: 1000000},parentSchema:schema279.properties.rpm,data:data12};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(data12 <= 0 || isNaN(data12)){
const err23 = {instancePath:instancePath+"/rpm",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema279.properties.rpm,data:data12};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
}
else {
const err24 = {instancePath:instancePath+"/rpm",keyword:"type",params:{type: "number"},parentSchema:schema279.properties.rpm,data:data12};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
if(data.tpm !== undefined && func0.call(data, "tpm")){
let data13 = data.tpm;
if(typeof data13 == "number"){
if(data13 > 1000000000 || isNaN(data13)){
const err25 = {instancePath:instancePath+"/tpm",keyword:"maximum",params:{comparison: "<=", limit: 1000000000},parentSchema:schema279.properties.tpm,data:data13};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
if(data13 <= 0 || isNaN(data13)){
const err26 = {instancePath:instancePath+"/tpm",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema279.properties.tpm,data:data13};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
else {
const err27 = {instancePath:instancePath+"/tpm",keyword:"type",params:{type: "number"},parentSchema:schema279.properties.tpm,data:data13};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.concurrency !== undefined && func0.call(data, "concurrency")){
let data14 = data.concurrency;
if(!((typeof data14 == "number") && (!(data14 % 1) && !isNaN(data14)))){
const err28 = {instancePath:instancePath+"/concurrency",keyword:"type",params:{type: "integer"},parentSchema:schema278,data:data14};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(typeof data14 == "number"){
if(data14 > 1000 || isNaN(data14)){
const err29 = {instancePath:instancePath+"/concurrency",keyword:"maximum",params:{comparison: "<=", limit: 1000},parentSchema:schema278,data:data14};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
if(data14 < 1 || isNaN(data14)){
const err30 = {instancePath:instancePath+"/concurrency",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema278,data:data14};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
}
}
else {
const err31 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema279,data};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
validate281.errors = vErrors;
return errors === 0;
}
validate281.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


function validate269(data, {instancePath="", parentData, parentDataProperty, rootData=data, dynamicAnchors={}}={}){
/*# sourceURL="eva-config.schema.json" */;
let vErrors = null;
let errors = 0;
const evaluated0 = validate269.evaluated;
if(evaluated0.dynamicProps){
evaluated0.props = undefined;
}
if(evaluated0.dynamicItems){
evaluated0.items = undefined;
}
if(data && typeof data == "object" && !Array.isArray(data)){
for(const key0 of Object.keys(data)){
if(!((((((((key0 === "defaults") || (key0 === "concurrency")) || (key0 === "providers")) || (key0 === "prices")) || (key0 === "cache")) || (key0 === "promotion")) || (key0 === "reports")) || (key0 === "budget"))){
const err0 = {instancePath,keyword:"additionalProperties",params:{additionalProperty: key0},parentSchema:schema258,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
}
if(data.defaults !== undefined && func0.call(data, "defaults")){
if(!(validate270(data.defaults, {instancePath:instancePath+"/defaults",parentData:data,parentDataProperty:"defaults",rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate270.errors : vErrors.concat(validate270.errors);
errors = vErrors.length;
}
}
if(data.concurrency !== undefined && func0.call(data, "concurrency")){
let data1 = data.concurrency;
if(!((typeof data1 == "number") && (!(data1 % 1) && !isNaN(data1)))){
const err1 = {instancePath:instancePath+"/concurrency",keyword:"type",params:{type: "integer"},parentSchema:schema278,data:data1};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
if(typeof data1 == "number"){
if(data1 > 1000 || isNaN(data1)){
const err2 = {instancePath:instancePath+"/concurrency",keyword:"maximum",params:{comparison: "<=", limit: 1000},parentSchema:schema278,data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
if(data1 < 1 || isNaN(data1)){
const err3 = {instancePath:instancePath+"/concurrency",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema278,data:data1};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
}
if(data.providers !== undefined && func0.call(data, "providers")){
let data2 = data.providers;
if(data2 && typeof data2 == "object" && !Array.isArray(data2)){
for(const key1 of Object.keys(data2)){
if(!(validate281(data2[key1], {instancePath:instancePath+"/providers/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data2,parentDataProperty:key1,rootData,dynamicAnchors}))){
vErrors = vErrors === null ? validate281.errors : vErrors.concat(validate281.errors);
errors = vErrors.length;
}
}
}
else {
const err4 = {instancePath:instancePath+"/providers",keyword:"type",params:{type: "object"},parentSchema:schema258.properties.providers,data:data2};
if(vErrors === null){
vErrors = [err4];
}
else {
vErrors.push(err4);
}
errors++;
}
}
if(data.prices !== undefined && func0.call(data, "prices")){
let data4 = data.prices;
if(data4 && typeof data4 == "object" && !Array.isArray(data4)){
for(const key2 of Object.keys(data4)){
let data5 = data4[key2];
if(data5 && typeof data5 == "object" && !Array.isArray(data5)){
if((data5.input === undefined) || (!(func0.call(data5, "input")))){
const err5 = {instancePath:instancePath+"/prices/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"required",params:{missingProperty: "input"},parentSchema:schema281,data:data5};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
if((data5.output === undefined) || (!(func0.call(data5, "output")))){
const err6 = {instancePath:instancePath+"/prices/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"required",params:{missingProperty: "output"},parentSchema:schema281,data:data5};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
for(const key3 of Object.keys(data5)){
if(!((key3 === "input") || (key3 === "output"))){
const err7 = {instancePath:instancePath+"/prices/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"additionalProperties",params:{additionalProperty: key3},parentSchema:schema281,data:data5};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data5.input !== undefined && func0.call(data5, "input")){
let data6 = data5.input;
if(typeof data6 == "number"){
if(data6 < 0 || isNaN(data6)){
const err8 = {instancePath:instancePath+"/prices/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/input",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema281.properties.input,data:data6};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
else {
const err9 = {instancePath:instancePath+"/prices/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/input",keyword:"type",params:{type: "number"},parentSchema:schema281.properties.input,data:data6};
if(vErrors === null){
vErrors = [err9];
}
else {
vErrors.push(err9);
}
errors++;
}
}
if(data5.output !== undefined && func0.call(data5, "output")){
let data7 = data5.output;
if(typeof data7 == "number"){
if(data7 < 0 || isNaN(data7)){
const err10 = {instancePath:instancePath+"/prices/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/output",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema281.properties.output,data:data7};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
else {
const err11 = {instancePath:instancePath+"/prices/" + key2.replace(/~/g, "~0").replace(/\//g, "~1")+"/output",keyword:"type",params:{type: "number"},parentSchema:schema281.properties.output,data:data7};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
}
else {
const err12 = {instancePath:instancePath+"/prices/" + key2.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "object"},parentSchema:schema281,data:data5};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
}
else {
const err13 = {instancePath:instancePath+"/prices",keyword:"type",params:{type: "object"},parentSchema:schema258.properties.prices,data:data4};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.cache !== undefined && func0.call(data, "cache")){
let data8 = data.cache;
if(typeof data8 !== "boolean"){
const err14 = {instancePath:instancePath+"/cache",keyword:"type",params:{type: "boolean"},parentSchema:schema258.properties.cache,data:data8};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.promotion !== undefined && func0.call(data, "promotion")){
let data9 = data.promotion;
if(data9 && typeof data9 == "object" && !Array.isArray(data9)){
for(const key4 of Object.keys(data9)){
if(!((((((key4 === "min_uses") || (key4 === "require_eval")) || (key4 === "max_age_days")) || (key4 === "max_failed_runs")) || (key4 === "tries")) || (key4 === "servers"))){
const err15 = {instancePath:instancePath+"/promotion",keyword:"additionalProperties",params:{additionalProperty: key4},parentSchema:schema36,data:data9};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
}
if(data9.min_uses !== undefined && func0.call(data9, "min_uses")){
let data10 = data9.min_uses;
if(!((typeof data10 == "number") && (!(data10 % 1) && !isNaN(data10)))){
const err16 = {instancePath:instancePath+"/promotion/min_uses",keyword:"type",params:{type: "integer"},parentSchema:schema36.properties.min_uses,data:data10};
if(vErrors === null){
vErrors = [err16];
}
else {
vErrors.push(err16);
}
errors++;
}
if(typeof data10 == "number"){
if(data10 > 1000000 || isNaN(data10)){
const err17 = {instancePath:instancePath+"/promotion/min_uses",keyword:"maximum",params:{comparison: "<=", limit: 1000000},parentSchema:schema36.properties.min_uses,data:data10};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
if(data10 < 0 || isNaN(data10)){
const err18 = {instancePath:instancePath+"/promotion/min_uses",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema36.properties.min_uses,data:data10};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
}
}
if(data9.require_eval !== undefined && func0.call(data9, "require_eval")){
let data11 = data9.require_eval;
if(typeof data11 !== "boolean"){
const err19 = {instancePath:instancePath+"/promotion/require_eval",keyword:"type",params:{type: "boolean"},parentSchema:schema36.properties.require_eval,data:data11};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
}
if(data9.max_age_days !== undefined && func0.call(data9, "max_age_days")){
let data12 = data9.max_age_days;
if(typeof data12 == "number"){
if(data12 > 36500 || isNaN(data12)){
const err20 = {instancePath:instancePath+"/promotion/max_age_days",keyword:"maximum",params:{comparison: "<=", limit: 36500},parentSchema:schema36.properties.max_age_days,data:data12};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
if(data12 <= 0 || isNaN(data12)){
const err21 = {instancePath:instancePath+"/promotion/max_age_days",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema36.properties.max_age_days,data:data12};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
else {
const err22 = {instancePath:instancePath+"/promotion/max_age_days",keyword:"type",params:{type: "number"},parentSchema:schema36.properties.max_age_days,data:data12};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
}
if(data9.max_failed_runs !== undefined && func0.call(data9, "max_failed_runs")){
let data13 = data9.max_failed_runs;
if(!((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13)))){
const err23 = {instancePath:instancePath+"/promotion/max_failed_runs",keyword:"type",params:{type: "integer"},parentSchema:schema36.properties.max_failed_runs,data:data13};
if(vErrors === null){
vErrors = [err23];
}
else {
vErrors.push(err23);
}
errors++;
}
if(typeof data13 == "number"){
if(data13 > 1000000 || isNaN(data13)){
const err24 = {instancePath:instancePath+"/promotion/max_failed_runs",keyword:"maximum",params:{comparison: "<=", limit: 1000000},parentSchema:schema36.properties.max_failed_runs,data:data13};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
if(data13 < 0 || isNaN(data13)){
const err25 = {instancePath:instancePath+"/promotion/max_failed_runs",keyword:"minimum",params:{comparison: ">=", limit: 0},parentSchema:schema36.properties.max_failed_runs,data:data13};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
}
}
}
if(data9.tries !== undefined && func0.call(data9, "tries")){
let data14 = data9.tries;
if(typeof data14 !== "string"){
const err26 = {instancePath:instancePath+"/promotion/tries",keyword:"type",params:{type: "string"},parentSchema:schema36.properties.tries,data:data14};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
if(!((data14 === "named") || (data14 === "corrected"))){
const err27 = {instancePath:instancePath+"/promotion/tries",keyword:"enum",params:{allowedValues: schema36.properties.tries.enum},parentSchema:schema36.properties.tries,data:data14};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data9.servers !== undefined && func0.call(data9, "servers")){
let data15 = data9.servers;
if(typeof data15 !== "string"){
const err28 = {instancePath:instancePath+"/promotion/servers",keyword:"type",params:{type: "string"},parentSchema:schema36.properties.servers,data:data15};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
if(!((data15 === "any") || (data15 === "official"))){
const err29 = {instancePath:instancePath+"/promotion/servers",keyword:"enum",params:{allowedValues: schema36.properties.servers.enum},parentSchema:schema36.properties.servers,data:data15};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
}
else {
const err30 = {instancePath:instancePath+"/promotion",keyword:"type",params:{type: "object"},parentSchema:schema36,data:data9};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.reports !== undefined && func0.call(data, "reports")){
let data16 = data.reports;
if(Array.isArray(data16)){
if(data16.length > 50){
const err31 = {instancePath:instancePath+"/reports",keyword:"maxItems",params:{limit: 50},parentSchema:schema258.properties.reports,data:data16};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
if(data16.length < 1){
const err32 = {instancePath:instancePath+"/reports",keyword:"minItems",params:{limit: 1},parentSchema:schema258.properties.reports,data:data16};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
}
const len0 = data16.length;
for(let i0=0; i0<len0; i0++){
let data17 = data16[i0];
if(typeof data17 !== "string"){
const err33 = {instancePath:instancePath+"/reports/" + i0,keyword:"type",params:{type: "string"},parentSchema:schema258.properties.reports.items,data:data17};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
}
}
else {
const err34 = {instancePath:instancePath+"/reports",keyword:"type",params:{type: "array"},parentSchema:schema258.properties.reports,data:data16};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
}
if(data.budget !== undefined && func0.call(data, "budget")){
let data18 = data.budget;
if(data18 && typeof data18 == "object" && !Array.isArray(data18)){
if(Object.keys(data18).length < 1){
const err35 = {instancePath:instancePath+"/budget",keyword:"minProperties",params:{limit: 1},parentSchema:schema258.properties.budget,data:data18};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
for(const key5 of Object.keys(data18)){
if(!(((key5 === "max_calls") || (key5 === "max_tokens")) || (key5 === "max_cost_usd"))){
const err36 = {instancePath:instancePath+"/budget",keyword:"additionalProperties",params:{additionalProperty: key5},parentSchema:schema258.properties.budget,data:data18};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
}
if(data18.max_calls !== undefined && func0.call(data18, "max_calls")){
let data19 = data18.max_calls;
if(!((typeof data19 == "number") && (!(data19 % 1) && !isNaN(data19)))){
const err37 = {instancePath:instancePath+"/budget/max_calls",keyword:"type",params:{type: "integer"},parentSchema:schema258.properties.budget.properties.max_calls,data:data19};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
}
if(typeof data19 == "number"){
if(data19 < 1 || isNaN(data19)){
const err38 = {instancePath:instancePath+"/budget/max_calls",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema258.properties.budget.properties.max_calls,data:data19};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
}
if(data18.max_tokens !== undefined && func0.call(data18, "max_tokens")){
let data20 = data18.max_tokens;
if(!((typeof data20 == "number") && (!(data20 % 1) && !isNaN(data20)))){
const err39 = {instancePath:instancePath+"/budget/max_tokens",keyword:"type",params:{type: "integer"},parentSchema:schema258.properties.budget.properties.max_tokens,data:data20};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
if(typeof data20 == "number"){
if(data20 < 1 || isNaN(data20)){
const err40 = {instancePath:instancePath+"/budget/max_tokens",keyword:"minimum",params:{comparison: ">=", limit: 1},parentSchema:schema258.properties.budget.properties.max_tokens,data:data20};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
}
}
if(data18.max_cost_usd !== undefined && func0.call(data18, "max_cost_usd")){
let data21 = data18.max_cost_usd;
if(typeof data21 == "number"){
if(data21 <= 0 || isNaN(data21)){
const err41 = {instancePath:instancePath+"/budget/max_cost_usd",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},parentSchema:schema258.properties.budget.properties.max_cost_usd,data:data21};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
else {
const err42 = {instancePath:instancePath+"/budget/max_cost_usd",keyword:"type",params:{type: "number"},parentSchema:schema258.properties.budget.properties.max_cost_usd,data:data21};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
}
}
}
else {
const err43 = {instancePath:instancePath+"/budget",keyword:"type",params:{type: "object"},parentSchema:schema258.properties.budget,data:data18};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
}
}
else {
const err44 = {instancePath,keyword:"type",params:{type: "object"},parentSchema:schema258,data};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
validate269.errors = vErrors;
return errors === 0;
}
validate269.evaluated = {"props":true,"dynamicProps":false,"dynamicItems":false};


type Validate = ((value: unknown) => boolean) & { readonly errors?: readonly SchemaError[] | null };

export const documentValidators: Readonly<Record<DocumentKind, Validate>> = {
  'meta': validate20,
  'messages': validate21,
  'eval': validate23,
  'inputs': validate261,
  'rubrics': validate262,
  'mutations': validate265,
  'tools': validate266,
  'eva-config': validate269,
};
