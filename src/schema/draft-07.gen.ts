// @ts-nocheck: its functions are ajv's output
// Written by scripts/generate.js from schemas/. Do not edit: change the schema and run `npm run gen`.

import type { SchemaError } from './schema-error.js';
import { isDeepStrictEqual } from 'node:util';




const schema0 = {"$schema":"http://json-schema.org/draft-07/schema#","$id":"http://json-schema.org/draft-07/schema#","title":"Core schema meta-schema","definitions":{"schemaArray":{"type":"array","minItems":1,"items":{"$ref":"#"}},"nonNegativeInteger":{"type":"integer","minimum":0},"nonNegativeIntegerDefault0":{"allOf":[{"$ref":"#/definitions/nonNegativeInteger"},{"default":0}]},"simpleTypes":{"enum":["array","boolean","integer","null","number","object","string"]},"stringArray":{"type":"array","items":{"type":"string"},"uniqueItems":true,"default":[]}},"type":["object","boolean"],"properties":{"$id":{"type":"string","format":"uri-reference"},"$schema":{"type":"string","format":"uri"},"$ref":{"type":"string","format":"uri-reference"},"$comment":{"type":"string"},"title":{"type":"string"},"description":{"type":"string"},"default":true,"readOnly":{"type":"boolean","default":false},"examples":{"type":"array","items":true},"multipleOf":{"type":"number","exclusiveMinimum":0},"maximum":{"type":"number"},"exclusiveMaximum":{"type":"number"},"minimum":{"type":"number"},"exclusiveMinimum":{"type":"number"},"maxLength":{"$ref":"#/definitions/nonNegativeInteger"},"minLength":{"$ref":"#/definitions/nonNegativeIntegerDefault0"},"pattern":{"type":"string","format":"regex"},"additionalItems":{"$ref":"#"},"items":{"anyOf":[{"$ref":"#"},{"$ref":"#/definitions/schemaArray"}],"default":true},"maxItems":{"$ref":"#/definitions/nonNegativeInteger"},"minItems":{"$ref":"#/definitions/nonNegativeIntegerDefault0"},"uniqueItems":{"type":"boolean","default":false},"contains":{"$ref":"#"},"maxProperties":{"$ref":"#/definitions/nonNegativeInteger"},"minProperties":{"$ref":"#/definitions/nonNegativeIntegerDefault0"},"required":{"$ref":"#/definitions/stringArray"},"additionalProperties":{"$ref":"#"},"definitions":{"type":"object","additionalProperties":{"$ref":"#"},"default":{}},"properties":{"type":"object","additionalProperties":{"$ref":"#"},"default":{}},"patternProperties":{"type":"object","additionalProperties":{"$ref":"#"},"propertyNames":{"format":"regex"},"default":{}},"dependencies":{"type":"object","additionalProperties":{"anyOf":[{"$ref":"#"},{"$ref":"#/definitions/stringArray"}]}},"propertyNames":{"$ref":"#"},"const":true,"enum":{"type":"array","items":true,"minItems":1,"uniqueItems":true},"type":{"anyOf":[{"$ref":"#/definitions/simpleTypes"},{"type":"array","items":{"$ref":"#/definitions/simpleTypes"},"minItems":1,"uniqueItems":true}]},"format":{"type":"string"},"contentMediaType":{"type":"string"},"contentEncoding":{"type":"string"},"if":{"$ref":"#"},"then":{"$ref":"#"},"else":{"$ref":"#"},"allOf":{"$ref":"#/definitions/schemaArray"},"anyOf":{"$ref":"#/definitions/schemaArray"},"oneOf":{"$ref":"#/definitions/schemaArray"},"not":{"$ref":"#"}},"default":true};
const schema1 = {"type":"integer","minimum":0};
const schema7 = {"type":"array","items":{"type":"string"},"uniqueItems":true,"default":[]};
const schema9 = {"enum":["array","boolean","integer","null","number","object","string"]};
const func0 = Object.prototype.hasOwnProperty;
const func32 = isDeepStrictEqual;
const schema2 = {"allOf":[{"$ref":"#/definitions/nonNegativeInteger"},{"default":0}]};

function validate1(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(!((typeof data == "number") && (!(data % 1) && !isNaN(data)))){
const err0 = {instancePath,keyword:"type",params:{type: "integer"},message:"must be integer",parentSchema:schema1,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(typeof data == "number"){
if(data < 0 || isNaN(data)){
const err1 = {instancePath,keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",parentSchema:schema1,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
validate1.errors = vErrors;
return errors === 0;
}

const schema4 = {"type":"array","minItems":1,"items":{"$ref":"#"}};
const root0 = {validate: validate0};

function validate3(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
let vErrors = null;
let errors = 0;
if(Array.isArray(data)){
if(data.length < 1){
const err0 = {instancePath,keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",parentSchema:schema4,data};
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
if(!(root0.validate(data[i0], {instancePath:instancePath+"/" + i0,parentData:data,parentDataProperty:i0,rootData}))){
vErrors = vErrors === null ? root0.validate.errors : vErrors.concat(root0.validate.errors);
errors = vErrors.length;
}
}
}
else {
const err1 = {instancePath,keyword:"type",params:{type: "array"},message:"must be array",parentSchema:schema4,data};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
validate3.errors = vErrors;
return errors === 0;
}


function validate0(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){
/*# sourceURL="http://json-schema.org/draft-07/schema#" */;
let vErrors = null;
let errors = 0;
if((!(data && typeof data == "object" && !Array.isArray(data))) && (typeof data !== "boolean")){
const err0 = {instancePath,keyword:"type",params:{type: schema0.type},message:"must be object,boolean",parentSchema:schema0,data};
if(vErrors === null){
vErrors = [err0];
}
else {
vErrors.push(err0);
}
errors++;
}
if(data && typeof data == "object" && !Array.isArray(data)){
if(data.$id !== undefined && func0.call(data, "$id")){
let data0 = data.$id;
if(!(typeof data0 === "string")){
const err1 = {instancePath:instancePath+"/$id",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema0.properties.$id,data:data0};
if(vErrors === null){
vErrors = [err1];
}
else {
vErrors.push(err1);
}
errors++;
}
}
if(data.$schema !== undefined && func0.call(data, "$schema")){
let data1 = data.$schema;
if(!(typeof data1 === "string")){
const err2 = {instancePath:instancePath+"/$schema",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema0.properties.$schema,data:data1};
if(vErrors === null){
vErrors = [err2];
}
else {
vErrors.push(err2);
}
errors++;
}
}
if(data.$ref !== undefined && func0.call(data, "$ref")){
let data2 = data.$ref;
if(!(typeof data2 === "string")){
const err3 = {instancePath:instancePath+"/$ref",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema0.properties.$ref,data:data2};
if(vErrors === null){
vErrors = [err3];
}
else {
vErrors.push(err3);
}
errors++;
}
}
if(data.$comment !== undefined && func0.call(data, "$comment")){
let data3 = data.$comment;
if(typeof data3 !== "string"){
const err4 = {instancePath:instancePath+"/$comment",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema0.properties.$comment,data:data3};
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
let data4 = data.title;
if(typeof data4 !== "string"){
const err5 = {instancePath:instancePath+"/title",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema0.properties.title,data:data4};
if(vErrors === null){
vErrors = [err5];
}
else {
vErrors.push(err5);
}
errors++;
}
}
if(data.description !== undefined && func0.call(data, "description")){
let data5 = data.description;
if(typeof data5 !== "string"){
const err6 = {instancePath:instancePath+"/description",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema0.properties.description,data:data5};
if(vErrors === null){
vErrors = [err6];
}
else {
vErrors.push(err6);
}
errors++;
}
}
if(data.readOnly !== undefined && func0.call(data, "readOnly")){
let data6 = data.readOnly;
if(typeof data6 !== "boolean"){
const err7 = {instancePath:instancePath+"/readOnly",keyword:"type",params:{type: "boolean"},message:"must be boolean",parentSchema:schema0.properties.readOnly,data:data6};
if(vErrors === null){
vErrors = [err7];
}
else {
vErrors.push(err7);
}
errors++;
}
}
if(data.examples !== undefined && func0.call(data, "examples")){
let data7 = data.examples;
if(!(Array.isArray(data7))){
const err8 = {instancePath:instancePath+"/examples",keyword:"type",params:{type: "array"},message:"must be array",parentSchema:schema0.properties.examples,data:data7};
if(vErrors === null){
vErrors = [err8];
}
else {
vErrors.push(err8);
}
errors++;
}
}
if(data.multipleOf !== undefined && func0.call(data, "multipleOf")){
let data8 = data.multipleOf;
if(typeof data8 == "number"){
if(data8 <= 0 || isNaN(data8)){
const err9 = {instancePath:instancePath+"/multipleOf",keyword:"exclusiveMinimum",params:{comparison: ">", limit: 0},message:"must be > 0",parentSchema:schema0.properties.multipleOf,data:data8};
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
const err10 = {instancePath:instancePath+"/multipleOf",keyword:"type",params:{type: "number"},message:"must be number",parentSchema:schema0.properties.multipleOf,data:data8};
if(vErrors === null){
vErrors = [err10];
}
else {
vErrors.push(err10);
}
errors++;
}
}
if(data.maximum !== undefined && func0.call(data, "maximum")){
let data9 = data.maximum;
if(!(typeof data9 == "number")){
const err11 = {instancePath:instancePath+"/maximum",keyword:"type",params:{type: "number"},message:"must be number",parentSchema:schema0.properties.maximum,data:data9};
if(vErrors === null){
vErrors = [err11];
}
else {
vErrors.push(err11);
}
errors++;
}
}
if(data.exclusiveMaximum !== undefined && func0.call(data, "exclusiveMaximum")){
let data10 = data.exclusiveMaximum;
if(!(typeof data10 == "number")){
const err12 = {instancePath:instancePath+"/exclusiveMaximum",keyword:"type",params:{type: "number"},message:"must be number",parentSchema:schema0.properties.exclusiveMaximum,data:data10};
if(vErrors === null){
vErrors = [err12];
}
else {
vErrors.push(err12);
}
errors++;
}
}
if(data.minimum !== undefined && func0.call(data, "minimum")){
let data11 = data.minimum;
if(!(typeof data11 == "number")){
const err13 = {instancePath:instancePath+"/minimum",keyword:"type",params:{type: "number"},message:"must be number",parentSchema:schema0.properties.minimum,data:data11};
if(vErrors === null){
vErrors = [err13];
}
else {
vErrors.push(err13);
}
errors++;
}
}
if(data.exclusiveMinimum !== undefined && func0.call(data, "exclusiveMinimum")){
let data12 = data.exclusiveMinimum;
if(!(typeof data12 == "number")){
const err14 = {instancePath:instancePath+"/exclusiveMinimum",keyword:"type",params:{type: "number"},message:"must be number",parentSchema:schema0.properties.exclusiveMinimum,data:data12};
if(vErrors === null){
vErrors = [err14];
}
else {
vErrors.push(err14);
}
errors++;
}
}
if(data.maxLength !== undefined && func0.call(data, "maxLength")){
let data13 = data.maxLength;
if(!((typeof data13 == "number") && (!(data13 % 1) && !isNaN(data13)))){
const err15 = {instancePath:instancePath+"/maxLength",keyword:"type",params:{type: "integer"},message:"must be integer",parentSchema:schema1,data:data13};
if(vErrors === null){
vErrors = [err15];
}
else {
vErrors.push(err15);
}
errors++;
}
if(typeof data13 == "number"){
if(data13 < 0 || isNaN(data13)){
const err16 = {instancePath:instancePath+"/maxLength",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",parentSchema:schema1,data:data13};
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
if(data.minLength !== undefined && func0.call(data, "minLength")){
if(!(validate1(data.minLength, {instancePath:instancePath+"/minLength",parentData:data,parentDataProperty:"minLength",rootData}))){
vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors);
errors = vErrors.length;
}
}
if(data.pattern !== undefined && func0.call(data, "pattern")){
let data15 = data.pattern;
if(!(typeof data15 === "string")){
const err17 = {instancePath:instancePath+"/pattern",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema0.properties.pattern,data:data15};
if(vErrors === null){
vErrors = [err17];
}
else {
vErrors.push(err17);
}
errors++;
}
}
if(data.additionalItems !== undefined && func0.call(data, "additionalItems")){
if(!(validate0(data.additionalItems, {instancePath:instancePath+"/additionalItems",parentData:data,parentDataProperty:"additionalItems",rootData}))){
vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
errors = vErrors.length;
}
}
if(data.items !== undefined && func0.call(data, "items")){
let data17 = data.items;
const _errs35 = errors;
let valid2 = false;
const _errs36 = errors;
if(!(validate0(data17, {instancePath:instancePath+"/items",parentData:data,parentDataProperty:"items",rootData}))){
vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
errors = vErrors.length;
}
var _valid0 = _errs36 === errors;
valid2 = valid2 || _valid0;
if(!valid2){
const _errs37 = errors;
if(!(validate3(data17, {instancePath:instancePath+"/items",parentData:data,parentDataProperty:"items",rootData}))){
vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors);
errors = vErrors.length;
}
var _valid0 = _errs37 === errors;
valid2 = valid2 || _valid0;
}
if(!valid2){
const err18 = {instancePath:instancePath+"/items",keyword:"anyOf",params:{},message:"must match a schema in anyOf",parentSchema:schema0.properties.items,data:data17};
if(vErrors === null){
vErrors = [err18];
}
else {
vErrors.push(err18);
}
errors++;
}
else {
errors = _errs35;
if(vErrors !== null){
if(_errs35){
vErrors.length = _errs35;
}
else {
vErrors = null;
}
}
}
}
if(data.maxItems !== undefined && func0.call(data, "maxItems")){
let data18 = data.maxItems;
if(!((typeof data18 == "number") && (!(data18 % 1) && !isNaN(data18)))){
const err19 = {instancePath:instancePath+"/maxItems",keyword:"type",params:{type: "integer"},message:"must be integer",parentSchema:schema1,data:data18};
if(vErrors === null){
vErrors = [err19];
}
else {
vErrors.push(err19);
}
errors++;
}
if(typeof data18 == "number"){
if(data18 < 0 || isNaN(data18)){
const err20 = {instancePath:instancePath+"/maxItems",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",parentSchema:schema1,data:data18};
if(vErrors === null){
vErrors = [err20];
}
else {
vErrors.push(err20);
}
errors++;
}
}
}
if(data.minItems !== undefined && func0.call(data, "minItems")){
if(!(validate1(data.minItems, {instancePath:instancePath+"/minItems",parentData:data,parentDataProperty:"minItems",rootData}))){
vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors);
errors = vErrors.length;
}
}
if(data.uniqueItems !== undefined && func0.call(data, "uniqueItems")){
let data20 = data.uniqueItems;
if(typeof data20 !== "boolean"){
const err21 = {instancePath:instancePath+"/uniqueItems",keyword:"type",params:{type: "boolean"},message:"must be boolean",parentSchema:schema0.properties.uniqueItems,data:data20};
if(vErrors === null){
vErrors = [err21];
}
else {
vErrors.push(err21);
}
errors++;
}
}
if(data.contains !== undefined && func0.call(data, "contains")){
if(!(validate0(data.contains, {instancePath:instancePath+"/contains",parentData:data,parentDataProperty:"contains",rootData}))){
vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
errors = vErrors.length;
}
}
if(data.maxProperties !== undefined && func0.call(data, "maxProperties")){
let data22 = data.maxProperties;
if(!((typeof data22 == "number") && (!(data22 % 1) && !isNaN(data22)))){
const err22 = {instancePath:instancePath+"/maxProperties",keyword:"type",params:{type: "integer"},message:"must be integer",parentSchema:schema1,data:data22};
if(vErrors === null){
vErrors = [err22];
}
else {
vErrors.push(err22);
}
errors++;
}
if(typeof data22 == "number"){
if(data22 < 0 || isNaN(data22)){
const err23 = {instancePath:instancePath+"/maxProperties",keyword:"minimum",params:{comparison: ">=", limit: 0},message:"must be >= 0",parentSchema:schema1,data:data22};
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
if(data.minProperties !== undefined && func0.call(data, "minProperties")){
if(!(validate1(data.minProperties, {instancePath:instancePath+"/minProperties",parentData:data,parentDataProperty:"minProperties",rootData}))){
vErrors = vErrors === null ? validate1.errors : vErrors.concat(validate1.errors);
errors = vErrors.length;
}
}
if(data.required !== undefined && func0.call(data, "required")){
let data24 = data.required;
if(Array.isArray(data24)){
const len0 = data24.length;
for(let i0=0; i0<len0; i0++){
let data25 = data24[i0];
if(typeof data25 !== "string"){
const err24 = {instancePath:instancePath+"/required/" + i0,keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema7.items,data:data25};
if(vErrors === null){
vErrors = [err24];
}
else {
vErrors.push(err24);
}
errors++;
}
}
let i1 = data24.length;
let j0;
if(i1 > 1){
const indices0 = {};
for(;i1--;){
let item0 = data24[i1];
if(typeof item0 !== "string"){
continue;
}
if(typeof indices0[item0] == "number"){
j0 = indices0[item0];
const err25 = {instancePath:instancePath+"/required",keyword:"uniqueItems",params:{i: i1, j: j0},message:"must NOT have duplicate items (items ## "+j0+" and "+i1+" are identical)",parentSchema:schema7,data:data24};
if(vErrors === null){
vErrors = [err25];
}
else {
vErrors.push(err25);
}
errors++;
break;
}
indices0[item0] = i1;
}
}
}
else {
const err26 = {instancePath:instancePath+"/required",keyword:"type",params:{type: "array"},message:"must be array",parentSchema:schema7,data:data24};
if(vErrors === null){
vErrors = [err26];
}
else {
vErrors.push(err26);
}
errors++;
}
}
if(data.additionalProperties !== undefined && func0.call(data, "additionalProperties")){
if(!(validate0(data.additionalProperties, {instancePath:instancePath+"/additionalProperties",parentData:data,parentDataProperty:"additionalProperties",rootData}))){
vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
errors = vErrors.length;
}
}
if(data.definitions !== undefined && func0.call(data, "definitions")){
let data27 = data.definitions;
if(data27 && typeof data27 == "object" && !Array.isArray(data27)){
for(const key0 of Object.keys(data27)){
if(!(validate0(data27[key0], {instancePath:instancePath+"/definitions/" + key0.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data27,parentDataProperty:key0,rootData}))){
vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
errors = vErrors.length;
}
}
}
else {
const err27 = {instancePath:instancePath+"/definitions",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema0.properties.definitions,data:data27};
if(vErrors === null){
vErrors = [err27];
}
else {
vErrors.push(err27);
}
errors++;
}
}
if(data.properties !== undefined && func0.call(data, "properties")){
let data29 = data.properties;
if(data29 && typeof data29 == "object" && !Array.isArray(data29)){
for(const key1 of Object.keys(data29)){
if(!(validate0(data29[key1], {instancePath:instancePath+"/properties/" + key1.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data29,parentDataProperty:key1,rootData}))){
vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
errors = vErrors.length;
}
}
}
else {
const err28 = {instancePath:instancePath+"/properties",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema0.properties.properties,data:data29};
if(vErrors === null){
vErrors = [err28];
}
else {
vErrors.push(err28);
}
errors++;
}
}
if(data.patternProperties !== undefined && func0.call(data, "patternProperties")){
let data31 = data.patternProperties;
if(data31 && typeof data31 == "object" && !Array.isArray(data31)){
for(const key2 of Object.keys(data31)){
const _errs65 = errors;
var valid11 = _errs65 === errors;
if(!valid11){
const err29 = {instancePath:instancePath+"/patternProperties",keyword:"propertyNames",params:{propertyName: key2},message:"property name must be valid",parentSchema:schema0.properties.patternProperties,data:data31};
if(vErrors === null){
vErrors = [err29];
}
else {
vErrors.push(err29);
}
errors++;
}
}
for(const key3 of Object.keys(data31)){
if(!(validate0(data31[key3], {instancePath:instancePath+"/patternProperties/" + key3.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data31,parentDataProperty:key3,rootData}))){
vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
errors = vErrors.length;
}
}
}
else {
const err30 = {instancePath:instancePath+"/patternProperties",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema0.properties.patternProperties,data:data31};
if(vErrors === null){
vErrors = [err30];
}
else {
vErrors.push(err30);
}
errors++;
}
}
if(data.dependencies !== undefined && func0.call(data, "dependencies")){
let data33 = data.dependencies;
if(data33 && typeof data33 == "object" && !Array.isArray(data33)){
for(const key4 of Object.keys(data33)){
let data34 = data33[key4];
const _errs72 = errors;
let valid14 = false;
const _errs73 = errors;
if(!(validate0(data34, {instancePath:instancePath+"/dependencies/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),parentData:data33,parentDataProperty:key4,rootData}))){
vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
errors = vErrors.length;
}
var _valid1 = _errs73 === errors;
valid14 = valid14 || _valid1;
if(!valid14){
const _errs74 = errors;
if(Array.isArray(data34)){
const len1 = data34.length;
for(let i2=0; i2<len1; i2++){
let data35 = data34[i2];
if(typeof data35 !== "string"){
const err31 = {instancePath:instancePath+"/dependencies/" + key4.replace(/~/g, "~0").replace(/\//g, "~1")+"/" + i2,keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema7.items,data:data35};
if(vErrors === null){
vErrors = [err31];
}
else {
vErrors.push(err31);
}
errors++;
}
}
let i3 = data34.length;
let j1;
if(i3 > 1){
const indices1 = {};
for(;i3--;){
let item1 = data34[i3];
if(typeof item1 !== "string"){
continue;
}
if(typeof indices1[item1] == "number"){
j1 = indices1[item1];
const err32 = {instancePath:instancePath+"/dependencies/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"uniqueItems",params:{i: i3, j: j1},message:"must NOT have duplicate items (items ## "+j1+" and "+i3+" are identical)",parentSchema:schema7,data:data34};
if(vErrors === null){
vErrors = [err32];
}
else {
vErrors.push(err32);
}
errors++;
break;
}
indices1[item1] = i3;
}
}
}
else {
const err33 = {instancePath:instancePath+"/dependencies/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"type",params:{type: "array"},message:"must be array",parentSchema:schema7,data:data34};
if(vErrors === null){
vErrors = [err33];
}
else {
vErrors.push(err33);
}
errors++;
}
var _valid1 = _errs74 === errors;
valid14 = valid14 || _valid1;
}
if(!valid14){
const err34 = {instancePath:instancePath+"/dependencies/" + key4.replace(/~/g, "~0").replace(/\//g, "~1"),keyword:"anyOf",params:{},message:"must match a schema in anyOf",parentSchema:schema0.properties.dependencies.additionalProperties,data:data34};
if(vErrors === null){
vErrors = [err34];
}
else {
vErrors.push(err34);
}
errors++;
}
else {
errors = _errs72;
if(vErrors !== null){
if(_errs72){
vErrors.length = _errs72;
}
else {
vErrors = null;
}
}
}
}
}
else {
const err35 = {instancePath:instancePath+"/dependencies",keyword:"type",params:{type: "object"},message:"must be object",parentSchema:schema0.properties.dependencies,data:data33};
if(vErrors === null){
vErrors = [err35];
}
else {
vErrors.push(err35);
}
errors++;
}
}
if(data.propertyNames !== undefined && func0.call(data, "propertyNames")){
if(!(validate0(data.propertyNames, {instancePath:instancePath+"/propertyNames",parentData:data,parentDataProperty:"propertyNames",rootData}))){
vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
errors = vErrors.length;
}
}
if(data.enum !== undefined && func0.call(data, "enum")){
let data37 = data.enum;
if(Array.isArray(data37)){
if(data37.length < 1){
const err36 = {instancePath:instancePath+"/enum",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",parentSchema:schema0.properties.enum,data:data37};
if(vErrors === null){
vErrors = [err36];
}
else {
vErrors.push(err36);
}
errors++;
}
let i4 = data37.length;
let j2;
if(i4 > 1){
outer0:
for(;i4--;){
for(j2 = i4; j2--;){
if(func32(data37[i4], data37[j2])){
const err37 = {instancePath:instancePath+"/enum",keyword:"uniqueItems",params:{i: i4, j: j2},message:"must NOT have duplicate items (items ## "+j2+" and "+i4+" are identical)",parentSchema:schema0.properties.enum,data:data37};
if(vErrors === null){
vErrors = [err37];
}
else {
vErrors.push(err37);
}
errors++;
break outer0;
}
}
}
}
}
else {
const err38 = {instancePath:instancePath+"/enum",keyword:"type",params:{type: "array"},message:"must be array",parentSchema:schema0.properties.enum,data:data37};
if(vErrors === null){
vErrors = [err38];
}
else {
vErrors.push(err38);
}
errors++;
}
}
if(data.type !== undefined && func0.call(data, "type")){
let data38 = data.type;
const _errs83 = errors;
let valid20 = false;
const _errs84 = errors;
if(!(((((((data38 === "array") || (data38 === "boolean")) || (data38 === "integer")) || (data38 === "null")) || (data38 === "number")) || (data38 === "object")) || (data38 === "string"))){
const err39 = {instancePath:instancePath+"/type",keyword:"enum",params:{allowedValues: schema9.enum},message:"must be equal to one of the allowed values",parentSchema:schema9,data:data38};
if(vErrors === null){
vErrors = [err39];
}
else {
vErrors.push(err39);
}
errors++;
}
var _valid2 = _errs84 === errors;
valid20 = valid20 || _valid2;
if(!valid20){
const _errs86 = errors;
if(Array.isArray(data38)){
if(data38.length < 1){
const err40 = {instancePath:instancePath+"/type",keyword:"minItems",params:{limit: 1},message:"must NOT have fewer than 1 items",parentSchema:schema0.properties.type.anyOf[1],data:data38};
if(vErrors === null){
vErrors = [err40];
}
else {
vErrors.push(err40);
}
errors++;
}
const len2 = data38.length;
for(let i5=0; i5<len2; i5++){
let data39 = data38[i5];
if(!(((((((data39 === "array") || (data39 === "boolean")) || (data39 === "integer")) || (data39 === "null")) || (data39 === "number")) || (data39 === "object")) || (data39 === "string"))){
const err41 = {instancePath:instancePath+"/type/" + i5,keyword:"enum",params:{allowedValues: schema9.enum},message:"must be equal to one of the allowed values",parentSchema:schema9,data:data39};
if(vErrors === null){
vErrors = [err41];
}
else {
vErrors.push(err41);
}
errors++;
}
}
let i6 = data38.length;
let j3;
if(i6 > 1){
outer1:
for(;i6--;){
for(j3 = i6; j3--;){
if(func32(data38[i6], data38[j3])){
const err42 = {instancePath:instancePath+"/type",keyword:"uniqueItems",params:{i: i6, j: j3},message:"must NOT have duplicate items (items ## "+j3+" and "+i6+" are identical)",parentSchema:schema0.properties.type.anyOf[1],data:data38};
if(vErrors === null){
vErrors = [err42];
}
else {
vErrors.push(err42);
}
errors++;
break outer1;
}
}
}
}
}
else {
const err43 = {instancePath:instancePath+"/type",keyword:"type",params:{type: "array"},message:"must be array",parentSchema:schema0.properties.type.anyOf[1],data:data38};
if(vErrors === null){
vErrors = [err43];
}
else {
vErrors.push(err43);
}
errors++;
}
var _valid2 = _errs86 === errors;
valid20 = valid20 || _valid2;
}
if(!valid20){
const err44 = {instancePath:instancePath+"/type",keyword:"anyOf",params:{},message:"must match a schema in anyOf",parentSchema:schema0.properties.type,data:data38};
if(vErrors === null){
vErrors = [err44];
}
else {
vErrors.push(err44);
}
errors++;
}
else {
errors = _errs83;
if(vErrors !== null){
if(_errs83){
vErrors.length = _errs83;
}
else {
vErrors = null;
}
}
}
}
if(data.format !== undefined && func0.call(data, "format")){
let data40 = data.format;
if(typeof data40 !== "string"){
const err45 = {instancePath:instancePath+"/format",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema0.properties.format,data:data40};
if(vErrors === null){
vErrors = [err45];
}
else {
vErrors.push(err45);
}
errors++;
}
}
if(data.contentMediaType !== undefined && func0.call(data, "contentMediaType")){
let data41 = data.contentMediaType;
if(typeof data41 !== "string"){
const err46 = {instancePath:instancePath+"/contentMediaType",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema0.properties.contentMediaType,data:data41};
if(vErrors === null){
vErrors = [err46];
}
else {
vErrors.push(err46);
}
errors++;
}
}
if(data.contentEncoding !== undefined && func0.call(data, "contentEncoding")){
let data42 = data.contentEncoding;
if(typeof data42 !== "string"){
const err47 = {instancePath:instancePath+"/contentEncoding",keyword:"type",params:{type: "string"},message:"must be string",parentSchema:schema0.properties.contentEncoding,data:data42};
if(vErrors === null){
vErrors = [err47];
}
else {
vErrors.push(err47);
}
errors++;
}
}
if(data.if !== undefined && func0.call(data, "if")){
if(!(validate0(data.if, {instancePath:instancePath+"/if",parentData:data,parentDataProperty:"if",rootData}))){
vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
errors = vErrors.length;
}
}
if(data.then !== undefined && func0.call(data, "then")){
if(!(validate0(data.then, {instancePath:instancePath+"/then",parentData:data,parentDataProperty:"then",rootData}))){
vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
errors = vErrors.length;
}
}
if(data.else !== undefined && func0.call(data, "else")){
if(!(validate0(data.else, {instancePath:instancePath+"/else",parentData:data,parentDataProperty:"else",rootData}))){
vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
errors = vErrors.length;
}
}
if(data.allOf !== undefined && func0.call(data, "allOf")){
if(!(validate3(data.allOf, {instancePath:instancePath+"/allOf",parentData:data,parentDataProperty:"allOf",rootData}))){
vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors);
errors = vErrors.length;
}
}
if(data.anyOf !== undefined && func0.call(data, "anyOf")){
if(!(validate3(data.anyOf, {instancePath:instancePath+"/anyOf",parentData:data,parentDataProperty:"anyOf",rootData}))){
vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors);
errors = vErrors.length;
}
}
if(data.oneOf !== undefined && func0.call(data, "oneOf")){
if(!(validate3(data.oneOf, {instancePath:instancePath+"/oneOf",parentData:data,parentDataProperty:"oneOf",rootData}))){
vErrors = vErrors === null ? validate3.errors : vErrors.concat(validate3.errors);
errors = vErrors.length;
}
}
if(data.not !== undefined && func0.call(data, "not")){
if(!(validate0(data.not, {instancePath:instancePath+"/not",parentData:data,parentDataProperty:"not",rootData}))){
vErrors = vErrors === null ? validate0.errors : vErrors.concat(validate0.errors);
errors = vErrors.length;
}
}
}
validate0.errors = vErrors;
return errors === 0;
}


type Validate = ((value: unknown) => boolean) & { readonly errors?: readonly SchemaError[] | null };

export const dialectValidators: Readonly<Record<'07', Validate>> = {
  '07': validate0,
};
