import type { ShownService } from './simulated-service.ts';

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const button = (service: ShownService, what: 'mode' | 'deed', value: string): string =>
  `<button data-service="${escape(service.id)}" data-what="${what}" data-value="${escape(value)}"${
    what === 'mode' ? ` aria-pressed="${String(value === service.mode)}"` : ''
  }>${escape(value)}</button>`;

function section(service: ShownService): string {
  const lines = service.received.map((line) => `<li>${escape(line)}</li>`).join('');
  const deeds = service.deeds.map((deed) => button(service, 'deed', deed)).join(' ');
  return `<section><h2>${escape(service.name)}</h2><p><code>${escape(service.address)}</code> ${escape(service.note)}</p>
<p>${service.modes.map((mode) => button(service, 'mode', mode)).join(' ')} ${deeds}</p>
${lines === '' ? '<p>Nothing came yet.</p>' : `<ol reversed>${lines}</ol>`}</section>`;
}

/** The control page: each service with a button for every way in which it can behave. Plain HTML, for people who test. */
export function serviceDeskPage(services: readonly ShownService[]): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Simulated services</title>
<style>body{font:15px/1.6 system-ui;margin:2rem auto;max-width:60rem;padding:0 1rem;color:#1b1f24;background:#f7f8f9}
section{background:#fff;border:1px solid #dfe3e8;padding:.5rem 1rem;margin-block:1rem}h2{font-size:1.1rem;margin:.5rem 0}
button{margin:.1rem;padding:.3rem .6rem;font:inherit}button[aria-pressed=true]{background:#1b1f24;color:#fff}
code{overflow-wrap:anywhere}ol{padding-inline-start:2rem;overflow-wrap:anywhere}</style>
<h1>Simulated services</h1><p>They take what Sightline sends and tell nobody. Each button changes how one of them behaves until you press another.</p>
${services.map(section).join('')}
<script>addEventListener('click',async({target})=>{const{service,what,value}=target.dataset;if(!service)return;
await fetch('/services/'+service+'/'+what+'?'+new URLSearchParams({value}),{method:'POST'});location.reload();});</script></html>`;
}
