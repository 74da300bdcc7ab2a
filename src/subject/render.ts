export { render } from '#model/placeholder.js';
