import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { authOf, CallerCheck } from './caller-check.ts';
import { deviceService, openCalls } from './device-service.ts';
import { EventSubscriptions } from './event-subscriptions.ts';
import { eventsService, subscriptionService } from './events-service.ts';
import { imagingService } from './imaging-service.ts';
import { media2Service, mediaService } from './media-service.ts';
import type { OnvifCallSeen, OnvifDevice, OnvifDeviceOptions } from './onvif-device-api.ts';
import { ptzService } from './ptz-service.ts';
import type { DeviceDeps, ServiceAnswer } from './simulated-device.ts';
import { freshFaults, nowOf } from './simulated-device.ts';
import { envelopeOf, requestName, SoapFault } from './soap-text.ts';

const maxRequestBytes = 100_000;
const callsKept = 1_000;

/** A grey picture of one pixel. */
const snapshot = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  'base64',
);

const services: Record<string, ServiceAnswer> = {
  '/onvif/device_service': deviceService,
  '/onvif/media_service': mediaService,
  '/onvif/media2_service': media2Service,
  '/onvif/ptz_service': ptzService,
  '/onvif/imaging_service': imagingService,
  '/onvif/events_service': eventsService,
};

interface Running {
  parts: DeviceDeps;
  check: CallerCheck;
  calls: OnvifCallSeen[];
  refusalStatus: 400 | 401;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxRequestBytes) throw new SoapFault(['ter:InvalidArgs'], 'The request is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function send(response: ServerResponse, status: number, xml: string): void {
  // Simple clients know no chunks, and names of headers in one way of writing.
  response.writeHead(status, {
    'Content-Type': 'application/soap+xml; charset=utf-8',
    'Content-Length': Buffer.byteLength(xml),
    Connection: 'close',
  });
  response.end(xml);
}

async function answerCall(running: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { parts, check, calls } = running;
  const url = request.url ?? '/';
  const { pathname, searchParams } = new URL(url, 'http://device');
  const xml = await bodyOf(request);
  const name = requestName(xml);
  const isAllowed = !parts.faults.refusesAll && check.isAllowed(xml, { headers: request.headers, url });
  calls.push({ name, auth: authOf(xml, request.headers), isAllowed });
  if (calls.length > callsKept) calls.shift();
  if (!isAllowed && !(openCalls.has(name) && pathname === '/onvif/device_service')) {
    const fault = new SoapFault(
      ['ter:NotAuthorized'],
      'The action requested requires authorization and the sender is not authorized',
      running.refusalStatus,
    );
    if (check.challenge !== null) response.setHeader('www-authenticate', check.challenge);
    return send(response, check.challenge === null ? fault.status : 401, fault.xml);
  }
  const id = searchParams.get('id');
  const made =
    pathname === '/onvif/subscription'
      ? subscriptionService(parts, { name, xml, id })
      : services[pathname]?.(parts, name, xml);
  const answer = (await made) ?? null;
  if (answer === null)
    throw new SoapFault(['ter:ActionNotSupported'], 'The requested action is not supported by the device', 500);
  send(response, 200, envelopeOf(answer));
}

async function handle(running: Running, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { faults } = running.parts;
  if (faults.isHalfOpen) return;
  if (faults.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, faults.slowMs));
  if (faults.redirectTo !== null) return void response.writeHead(302, { location: faults.redirectTo }).end();
  if (faults.garbage !== null) return send(response, 200, faults.garbage);
  if (faults.hugeBytes > 0)
    return send(response, 200, envelopeOf(`<sim:Filler>${'x'.repeat(faults.hugeBytes)}</sim:Filler>`));
  if (request.method === 'GET' && request.url === '/snapshot.jpg')
    return void response.writeHead(200, { 'content-type': 'image/jpeg' }).end(snapshot);
  if (request.method !== 'POST') return void response.writeHead(405).end();
  try {
    await answerCall(running, request, response);
  } catch (error) {
    if (!(error instanceof SoapFault)) throw error;
    send(response, error.status, error.xml);
  }
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.removeListener('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function makeParts(
  options: OnvifDeviceOptions,
  whenBound: { host: string; port: () => number; reboot: (forMs: number) => void },
): DeviceDeps {
  const clock = { offsetMs: options.clockOffsetMs ?? 0 };
  const faults = freshFaults();
  return {
    options,
    faults,
    clock,
    ptz: {
      pan: 0,
      tilt: 0,
      zoom: 0,
      isMoving: false,
      presets: new Map([['1', { name: 'Entrance', pan: 0.5, tilt: -0.25, zoom: 0.1 }]]),
      atPreset: null,
    },
    imaging: { brightness: 50, contrast: 50, saturation: 50, sharpness: 5, irCut: 'AUTO' },
    events: new EventSubscriptions({
      nowUtcMs: () => nowOf({ clock }),
      maxMs: options.maxSubscriptionMs ?? 600_000,
      tells: options.tellsState ?? 'always',
    }),
    named: (path) => `http://${faults.namedHost ?? whenBound.host}:${whenBound.port()}${path}`,
    profiles: () => (faults.hasNoProfiles ? [] : options.profiles),
    reboot: whenBound.reboot,
  };
}

/** A word that may stand in a scope. */
const scopeWord = (text: string): string => encodeURIComponent(text);

function discoverySelf(parts: DeviceDeps, uuid: string): ReturnType<OnvifDevice['discovery']> {
  const { manufacturer = 'Simulated', model = 'Dome 5' } = parts.options;
  const scopes = [
    'type/video_encoder',
    'Profile/Streaming',
    `name/${scopeWord(manufacturer)}%20${scopeWord(model)}`,
    `hardware/${scopeWord(model)}`,
  ];
  return {
    uuid,
    scopes: scopes.map((scope) => `onvif://www.onvif.org/${scope}`),
    address: parts.named('/onvif/device_service'),
  };
}

/** Being away: nobody gets a connection, and what was subscribed to is forgotten. */
function makeReboots(server: Server): {
  count: number;
  isAway: () => boolean;
  reboot: (parts: DeviceDeps, forMs: number) => void;
  stop: () => void;
} {
  let awayUntilMs = 0;
  let timer: NodeJS.Timeout | null = null;
  const reboots = {
    count: 0,
    isAway: () => performance.now() < awayUntilMs,
    reboot: (parts: DeviceDeps, forMs: number): void => {
      reboots.count++;
      awayUntilMs = performance.now() + forMs;
      parts.events.forgetAll();
      // Its last answer still leaves.
      timer = setTimeout(() => server.closeAllConnections(), 50);
    },
    stop: () => void (timer && clearTimeout(timer)),
  };
  server.on('connection', (socket) => {
    if (reboots.isAway()) socket.destroy();
  });
  return reboots;
}

/**
 * Starts a device that speaks ONVIF over HTTP; see `onvif-device-api.ts` for what it can do and do wrong.
 * Rejects with the system's error when the port is taken.
 */
export async function startOnvifDevice(options: OnvifDeviceOptions): Promise<OnvifDevice> {
  const host = options.host ?? '127.0.0.1';
  const { uuid = randomUUID() } = options;
  const server = createServer();
  const reboots = makeReboots(server);
  let port = 0;
  const parts: DeviceDeps = makeParts(options, {
    host,
    port: () => port,
    reboot: (forMs) => reboots.reboot(parts, forMs),
  });
  const { username = '', password = '', auth = options.username ? 'either' : 'none' } = options;
  const check = new CallerCheck({
    username,
    password,
    auth,
    remembersNonces: options.remembersNonces ?? true,
    nowUtcMs: () => nowOf(parts),
  });
  const running: Running = { parts, check, calls: [], refusalStatus: options.refusalStatus ?? 400 };
  server.on('request', (request, response) => {
    handle(running, request, response).catch(() => request.socket.destroy());
  });
  port = await listen(server, options.port ?? 0, host);
  return {
    port,
    host,
    uuid,
    url: `http://${host}:${port}/onvif/device_service`,
    faults: parts.faults,
    calls: running.calls,
    ptz: parts.ptz,
    imaging: parts.imaging,
    clockOffsetMs: () => parts.clock.offsetMs,
    subscriptions: () => parts.events.size,
    setMotion: (isMotion) => parts.events.setMotion(isMotion),
    reboot: parts.reboot,
    reboots: () => reboots.count,
    clearFaults: () => void Object.assign(parts.faults, freshFaults()),
    discovery: () => discoverySelf(parts, uuid),
    stop: () =>
      new Promise((resolve) => {
        reboots.stop();
        parts.events.forgetAll();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
