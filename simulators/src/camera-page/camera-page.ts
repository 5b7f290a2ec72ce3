import type { IncomingHttpHeaders, IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { WebSocketServer } from 'ws';
import type { CertifiedKey } from '../identity/self-signed-certificate.ts';
import { DigestAccess } from './digest-access.ts';

/** A request as it reached the camera. */
export interface PageRequestSeen {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
}

export interface CameraPageOptions {
  host?: string;
  /** 0 takes a free port. */
  port?: number;
  /** With it every page but the picture asks for HTTP Digest. */
  account?: { username: string; password: string };
  /** HTTPS with this key and a certificate that it signed itself. */
  key?: CertifiedKey;
  /** Where `/elsewhere` sends. */
  elsewhere?: string;
}

/** The web page of a simulated camera. */
export interface CameraPage {
  host: string;
  port: number;
  origin: string;
  requests: PageRequestSeen[];
  /** Bytes of bodies that it wrote. */
  sentBytes: () => number;
  /** Long answers and sockets that are open. */
  open: () => number;
  stop(): Promise<void>;
}

const picture = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');

/** What such pages look like: absolute links, frames, an old style of everything. */
const settingsPage = (origin: string): string =>
  `<!doctype html><html><head><title>IP Camera</title><link rel="stylesheet" href="${origin}/style.css"><script src="/app.js"></script></head>` +
  `<body><h1>IP Camera</h1><a id="network" href="${origin}/network?tab=1">Network</a><img src="/picture.jpg" alt="">` +
  `<form method="post" action="${origin}/form"><input name="ntp" value="pool"><button>Save</button></form><p id="said">-</p></body></html>`;

/** Asks for its state as single-page cameras do, with the address that it was built with, and through a socket. */
const pageScript = (origin: string): string =>
  `var api=${JSON.stringify(origin).replaceAll('/', '\\/')};` +
  `window.addEventListener('load',function(){fetch(api+'/state').then(function(r){return r.json()}).then(function(s){` +
  `var w=new WebSocket('${origin.replace('http', 'ws')}/socket');w.onopen=function(){w.send('hello')};` +
  `w.onmessage=function(m){document.getElementById('said').textContent=s.model+' '+m.data}})});`;

/** Tries what a taken-over camera would: the session of the app, by its cookie. */
const attackPage =
  `<!doctype html><title>attack</title><p id="result">-</p><script>(async function(){var out=[];` +
  `var app=new URLSearchParams(location.search).get('app');` +
  `try{var r=await fetch(app+'/api/v1/sessions/refresh',{method:'POST',credentials:'include',headers:{'content-type':'text/plain'},body:'{}'});out.push('read '+r.status)}catch(e){out.push('refresh blocked')}` +
  `out.push(document.cookie.indexOf('sightline')<0?'no cookie':'cookie');document.getElementById('result').textContent=out.join(', ')})()</script>`;

interface Running {
  options: CameraPageOptions;
  door: DigestAccess | null;
  origin: () => string;
  requests: PageRequestSeen[];
  sentBytes: number;
  longAnswers: Set<ServerResponse>;
}

const html = { 'content-type': 'text/html; charset=utf-8' };

function sendMotionPictures(running: Running, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'multipart/x-mixed-replace; boundary=next' });
  running.longAnswers.add(response);
  const timer = setInterval(
    () =>
      response.write(
        `--next\r\ncontent-type: image/jpeg\r\ncontent-length: ${picture.length}\r\n\r\n${picture.toString('latin1')}\r\n`,
        'latin1',
      ),
    20,
  );
  response.on('close', () => {
    clearInterval(timer);
    running.longAnswers.delete(response);
  });
}

/** As fast as it is taken; `bytes` in the query. */
function sendDownload(running: Running, response: ServerResponse, bytes: number): void {
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': bytes });
  const part = Buffer.alloc(65_536, 7);
  let sent = 0;
  const more = (): void => {
    while (sent < bytes && !response.destroyed) {
      const next = part.subarray(0, Math.min(part.length, bytes - sent));
      sent += next.length;
      running.sentBytes += next.length;
      if (!response.write(next)) return void response.once('drain', more);
    }
    response.end();
  };
  more();
}

async function sendEcho(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let bytes = 0;
  let text = '';
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (text.length < 1_000) text += chunk.toString('latin1').slice(0, 1_000);
  }
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers, bytes, text }));
}

/** Headers that a camera might send and that would reach beyond its page. */
const reaching = {
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'clear-site-data': '"*"',
  'alt-svc': 'h3=":443"',
  'content-security-policy': "default-src 'self' 'unsafe-inline'; report-uri https://collector.example/",
  'content-security-policy-report-only': "default-src 'none'; report-uri https://collector.example/",
  'service-worker-allowed': '/',
  'access-control-allow-origin': 'https://evil.example',
  'access-control-allow-credentials': 'true',
  'sightline-failure': 'core_offline',
};

interface Asked {
  request: IncomingMessage;
  response: ServerResponse;
  query: URLSearchParams;
}

type Answer = (running: Running, asked: Asked) => void | Promise<void>;

const answers: Record<string, Answer> = {
  '/': ({ origin }, { response }) => void response.writeHead(302, { location: `${origin()}/settings.html` }).end(),
  '/settings.html': ({ origin }, { request, response }) => {
    const body = Buffer.from(settingsPage(origin()));
    const isPacked = String(request.headers['accept-encoding'] ?? '').includes('gzip');
    const cookies = [
      `SessionID=abc123; Path=/; Domain=${request.headers.host ?? ''}; HttpOnly`,
      'lang=en; Path=/settings; Max-Age=3600; SameSite=None',
    ];
    const packed = isPacked ? gzipSync(body) : body;
    response
      .writeHead(200, {
        ...html,
        'set-cookie': cookies,
        'content-length': packed.length,
        ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
      })
      .end(packed);
  },
  '/style.css': ({ origin }, { response }) =>
    void response.writeHead(200, { 'content-type': 'text/css' }).end(`body{background:url(${origin()}/picture.jpg)}`),
  '/app.js': ({ origin }, { response }) =>
    void response.writeHead(200, { 'content-type': 'application/javascript' }).end(pageScript(origin())),
  '/state': (_running, { response }) =>
    void response.writeHead(200, { 'content-type': 'application/json' }).end('{"model":"Dome 5"}'),
  '/network': (_running, { response }) =>
    void response.writeHead(200, html).end('<title>Network</title><p>Network settings</p>'),
  '/form': (_running, { request, response }) => void sendEcho(request, response),
  '/picture.jpg': (_running, { response }) =>
    void response.writeHead(200, { 'content-type': 'image/jpeg', 'content-length': picture.length }).end(picture),
  '/motion.mjpg': (running, { response }) => sendMotionPictures(running, response),
  '/download': (running, { response, query }) => sendDownload(running, response, Number(query.get('bytes') ?? 1_000)),
  '/echo': (_running, { request, response }) => sendEcho(request, response),
  '/reaching': (_running, { response }) =>
    void response.writeHead(200, { ...html, ...reaching }).end('<title>Reaching</title>'),
  '/elsewhere': ({ options }, { response }) =>
    void response.writeHead(302, { location: options.elsewhere ?? 'https://elsewhere.example/x' }).end(),
  '/slashes': (_running, { response }) => void response.writeHead(302, { location: '/x/..//elsewhere.example/' }).end(),
  '/attack.html': (_running, { response }) => void response.writeHead(200, html).end(attackPage),
  '/worker.js': (_running, { response }) =>
    void response.writeHead(200, { 'content-type': 'text/javascript' }).end('onfetch=function(){}'),
  '/never': () => undefined,
};

function answer(running: Running, request: IncomingMessage, response: ServerResponse): void {
  const { requests, door } = running;
  const url = request.url ?? '/';
  requests.push({ method: request.method ?? '', url, headers: request.headers });
  const { pathname, searchParams } = new URL(url, 'http://camera');
  if (door !== null && pathname !== '/picture.jpg' && !door.isOpenTo(request)) {
    response.writeHead(401, { 'www-authenticate': door.challenge, ...html }).end('<title>401</title>');
    return;
  }
  const found = answers[pathname];
  if (found) void found(running, { request, response, query: searchParams });
  else response.writeHead(404, html).end('<title>404</title>');
}

function serverFor(key: CertifiedKey | undefined, listener: RequestListener): Server {
  if (key === undefined) return createServer(listener);
  const cert = `-----BEGIN CERTIFICATE-----\n${key.certificate}\n-----END CERTIFICATE-----\n`;
  return createTlsServer({ key: key.privatePem, cert }, listener);
}

/** Starts the web page of a camera: log-in by Digest, cookies, redirects, absolute links, packed texts, pictures without end, a socket, downloads. */
export async function startCameraPage(options: CameraPageOptions = {}): Promise<CameraPage> {
  const host = options.host ?? '127.0.0.1';
  let port = options.port ?? 0;
  const origin = (): string => `${options.key ? 'https' : 'http'}://${host}:${String(port)}`;
  const door = options.account ? new DigestAccess(options.account) : null;
  const running: Running = { options, door, origin, requests: [], sentBytes: 0, longAnswers: new Set() };
  const server = serverFor(options.key, (request, response) => answer(running, request, response));
  const sockets = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request: IncomingMessage, socket: Socket, head: Buffer) => {
    running.requests.push({ method: 'UPGRADE', url: request.url ?? '/', headers: request.headers });
    if (request.url !== '/socket') return void socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n');
    sockets.handleUpgrade(request, socket, head, (opened) =>
      opened.on('message', (data, isBinary) => opened.send(data, { binary: isBinary })),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  port = (server.address() as AddressInfo).port;
  return {
    host,
    port,
    origin: origin(),
    requests: running.requests,
    sentBytes: () => running.sentBytes,
    open: () => running.longAnswers.size + sockets.clients.size,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets.clients) socket.terminate();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
