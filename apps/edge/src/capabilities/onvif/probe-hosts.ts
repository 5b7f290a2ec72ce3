import { connect } from 'node:net';
import type { OnvifPort } from '../../drivers/onvif/onvif-port.ts';

/** Something that listens where cameras listen. */
export interface ProbedPlace {
  host: string;
  port: number;
  isOnvif: boolean;
}

export interface ProbeDeps {
  onvif: Pick<OnvifPort, 'isThere'>;
  /** Ports on which cameras speak ONVIF, and on which they stream. */
  ports: { onvif: readonly number[]; rtsp: readonly number[] };
  /** Hardware addresses by address: who has none after a knock is not there. */
  neighbours: () => Promise<Map<string, string>>;
  signal: AbortSignal;
  onPlace: (place: ProbedPlace) => void;
}

/** Where cameras of the common makers listen. */
export const cameraPorts = { onvif: [80, 8000, 8080, 2020, 8899], rtsp: [554, 8554] } as const;

const atOnce = 48;
const connectMs = 500;
const answerMs = 2_000;

/** Opens a connection and, when `say` is given, waits for the first line of an answer. Null: nothing listens. */
function knock(place: { host: string; port: number; say: string | null }, signal: AbortSignal): Promise<string | null> {
  return new Promise((resolve) => {
    const socket = connect({ host: place.host, port: place.port });
    let timer = setTimeout(() => end(null), connectMs);
    const stop = (): void => end(null);
    const end = (answer: string | null): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      socket.destroy();
      resolve(answer);
    };
    signal.addEventListener('abort', stop);
    socket.on('error', () => end(null));
    socket.on('connect', () => {
      if (place.say === null) return end('');
      clearTimeout(timer);
      timer = setTimeout(() => end(null), answerMs);
      socket.write(place.say);
    });
    socket.on('data', (data) => end(data.subarray(0, 64).toString('latin1')));
    socket.on('end', () => end(null));
  });
}

async function lookAt(deps: ProbeDeps, host: string, port: number): Promise<void> {
  if (deps.ports.rtsp.includes(port)) {
    const answer = await knock(
      { host, port, say: `OPTIONS rtsp://${host}:${String(port)}/ RTSP/1.0\r\nCSeq: 1\r\n\r\n` },
      deps.signal,
    );
    if (answer?.startsWith('RTSP/1.0 ')) deps.onPlace({ host, port, isOnvif: false });
    return;
  }
  const isOpen = (await knock({ host, port, say: null }, deps.signal)) !== null;
  if (
    isOpen &&
    !deps.signal.aborted &&
    (await deps.onvif.isThere({ host, port, timeoutMs: answerMs, signal: deps.signal }))
  )
    deps.onPlace({ host, port, isOnvif: true });
}

/** Knocks at the ports of cameras on each host, some dozens at once, until all were tried or the signal ends. */
export async function probeHosts(deps: ProbeDeps, hosts: readonly string[]): Promise<void> {
  const [first, ...others] = [...deps.ports.onvif, ...deps.ports.rtsp];
  if (first === undefined) return;
  await knockAll(deps, hosts, [first]);
  const neighbours = await deps.neighbours();
  // Where the table cannot be read, everybody may be there.
  const present = hosts.filter((host) => neighbours.size === 0 || neighbours.has(host));
  await knockAll(deps, present, others);
}

/** Port by port over all hosts, so that no single device gets all knocks at once. */
async function knockAll(deps: ProbeDeps, hosts: readonly string[], ports: readonly number[]): Promise<void> {
  const places = ports.flatMap((port) => hosts.map((host) => ({ host, port })));
  let next = 0;
  const work = async (): Promise<void> => {
    for (let place = places[next++]; place !== undefined && !deps.signal.aborted; place = places[next++])
      await lookAt(deps, place.host, place.port);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
