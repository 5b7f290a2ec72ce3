interface ListedStream {
  path: string;
  url: string;
  stats: { readers: number; unitsSent: number; bytesSent: number };
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function row(stream: ListedStream, faultNames: string[]): string {
  const buttons = faultNames
    .map((name) => `<button data-path="${escape(stream.path)}" data-fault="${name}">${name}</button>`)
    .join(' ');
  const { readers, unitsSent, bytesSent } = stream.stats;
  return `<tr><td><code>${escape(stream.url)}</code></td><td>${readers}</td><td>${unitsSent}</td><td>${(bytesSent / 1e6).toFixed(1)}</td><td>${buttons}</td></tr>`;
}

/** The control page: a table of streams with a button for each fault. Plain HTML, for people who test. */
export function controlPage(streams: ListedStream[], faultNames: string[]): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Simulated cameras</title>
<style>body{font:15px/1.6 system-ui;margin:2rem;color:#1b1f24;background:#f7f8f9}table{border-collapse:collapse;width:100%;background:#fff}
td,th{padding:.5rem .75rem;border:1px solid #dfe3e8;text-align:start;vertical-align:top}button{margin:.1rem;padding:.2rem .5rem}</style>
<h1>Simulated cameras</h1><p>Each button breaks a camera on purpose; <b>clear</b> ends every lasting fault. The value applies to the next button.</p>
<p><label>Value <input id="value"></label> <output id="answer"></output></p>
<table><tr><th>Address</th><th>Readers</th><th>Pictures and sounds sent</th><th>MB</th><th>Faults</th></tr>${streams.map((stream) => row(stream, faultNames)).join('')}</table>
<script>addEventListener('click',async({target})=>{const{path,fault}=target.dataset;if(!fault)return;
const query=new URLSearchParams({path,value:document.getElementById('value').value});
const answer=await fetch('/faults/'+fault+'?'+query,{method:'POST'});document.getElementById('answer').textContent=await answer.text();});</script></html>`;
}
