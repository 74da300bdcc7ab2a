import { render } from 'preact';
import { ReplyList } from './reply-list.js';

const place = document.getElementById('reply-list');
const data = document.getElementById('reply-data');
if (place && data) render(<ReplyList total={0} />, place);
