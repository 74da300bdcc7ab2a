/** One reply with its findings, and the list of all replies with its controls. */
export const replyStyles = `
.reply { border: 1px solid var(--line); border-radius: 6px; background: var(--card); margin: .7rem 0; padding: .75rem .95rem .8rem; }
.reply .head { display: flex; flex-wrap: wrap; gap: .1rem .9rem; font-size: .87rem; color: var(--soft); margin-bottom: .35rem; }
.reply .head b { color: var(--ink); font-weight: 600; }
.reply .head a { color: inherit; }
.asked { padding: 0 calc(.95rem + 1px); }
.pair { display: grid; grid-template-columns: 4.6rem 1fr; gap: .1rem .8rem; margin: .4rem 0; }
.pair > * { min-width: 0; }
.pair > span:first-child { color: var(--soft); font-size: .84rem; padding-top: .12rem; }
.pair pre { margin: 0; line-height: 1.5; }
.pair .cause { font-size: .92rem; }
mark {
  background: var(--mark); color: var(--markink); padding: 0 .12em; border-radius: 2px;
  text-decoration: underline; text-decoration-thickness: 1.5px; text-underline-offset: .2em;
}
.ctl { border: 1px solid var(--line); border-radius: 3px; padding: 0 .3em; font-size: .85em; color: var(--soft); }
.talk { margin: .6rem 0 0; padding: 0; list-style: none; border-left: 2px solid var(--hair); }
.talk li { padding: .3rem 0 .3rem .9rem; }
.talk .pair { margin: 0; }
.talk b { font-size: .84rem; font-weight: 600; color: var(--soft); display: block; }
.talk pre { margin: 0; line-height: 1.5; }
.tools { display: flex; flex-wrap: wrap; gap: .6rem .7rem; align-items: center; margin: .7rem 0 .5rem; }
.tools input[type=search], .tools select {
  font: inherit; font-size: .92rem; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: 5px;
  padding: .38rem .6rem; min-height: 2.4rem; max-width: 100%;
}
.tools input[type=search] { flex: 1 1 13rem; }
.tools select { max-width: min(100%, 14rem); }
.tools .plain, dialog .plain { font: inherit; font-size: .87rem; color: var(--link); background: none; border: 0; padding: .38rem .2rem; min-height: 2.3rem; cursor: pointer; }
.tools .plain { margin-left: auto; }
.seg { display: inline-flex; margin: 0; padding: 0; border: 1px solid var(--edge); border-radius: 5px; overflow: hidden; }
.seg button {
  font: inherit; font-size: .9rem; border: 0; background: var(--card); color: inherit; padding: .38rem .75rem; min-height: 2.3rem;
  cursor: pointer; border-left: 1px solid var(--hair);
}
.seg button:first-child { border: 0; }
.seg button[aria-pressed=true] { background: var(--ink); color: var(--bg); }
.list { border-top: 1px solid var(--line); }
.t > summary {
  display: grid; grid-template-columns: 1.6rem 13.5rem 1fr 4rem 3.4rem; gap: 0 .6rem; padding: .42rem 0;
  border-bottom: 1px solid var(--hair); font-size: .92rem; align-items: baseline;
}
.t > summary > * { min-width: 0; }
.t > summary .cut { white-space: nowrap; overflow: hidden; text-overflow: ellipsis; color: var(--soft); }
.t > summary:hover { background: var(--shade); }
.t .reply { margin: .6rem 0 1rem 1.6rem; }
.pager { display: flex; gap: 1rem; align-items: center; font-size: .9rem; margin: .8rem 0; }
.pager button {
  font: inherit; font-size: .9rem; background: var(--card); color: inherit; border: 1px solid var(--edge); border-radius: 5px;
  padding: .35rem .8rem; min-height: 2.3rem; cursor: pointer;
}
.pager button:disabled { opacity: .45; cursor: default; }
dialog {
  background: var(--card); color: var(--ink); border: 1px solid var(--edge); border-radius: 8px; padding: 1.2rem 1.5rem; max-width: min(28rem, 92vw);
}
dialog::backdrop { background: rgba(0, 0, 0, .35); }
dialog dl { grid-template-columns: 4.5rem 1fr; }
dialog label { font-size: .93rem; display: block; }
`;
