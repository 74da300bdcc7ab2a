/** The version in package.json. A test compares the two. */
export const version = '0.1.0';
