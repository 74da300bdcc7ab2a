/**
 * A character that nobody can see and that no file of a library may hold as it is: a control character other than tab, line feed,
 * carriage return and next line; U+FFFE; U+FFFF.
 */
export const controlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;
