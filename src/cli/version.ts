export { version } from '#model/version.js';
