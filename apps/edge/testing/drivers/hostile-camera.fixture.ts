import { createSocket } from 'node:dgram';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** A service of this machine that nobody is to call, and whoever called it: TCP connections and datagrams. */
export interface QuietService {
  port: number;
  calls(): number;
  stop(): Promise<void>;
}

// A second address of this machine: what is sent to the camera's own address is the camera's.
const hostileHost = '127.0.0.2';

export async function startQuietService(): Promise<QuietService> {
  let calls = 0;
  const server = createServer((socket) => {
    calls++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', () => resolve()));
  const { port } = server.address() as AddressInfo;
  const datagrams = createSocket('udp4');
  datagrams.on('message', () => calls++);
  await new Promise<void>((resolve) => datagrams.bind(port, hostileHost, () => resolve()));
  return {
    port,
    calls: () => calls,
    stop: () =>
      new Promise((resolve) => {
        datagrams.close();
        server.close(() => resolve());
      }),
  };
}

/** With which answer the camera turns hostile: with the first `DESCRIBE`, with every later one, or with another method. */
export type Turn = 'DESCRIBE' | 'later DESCRIBE' | 'OPTIONS' | 'SETUP' | 'PLAY' | 'never';

export interface HostileCamera {
  url: string;
  /** Requests in the order of their arrival, by method. */
  asked: string[];
  stop(): Promise<void>;
}

/**
 * A camera that names the service wherever an answer can name an address: as base, control URLs, source and ports of its packets and
 * rhythm, and in a redirect of the answers that it turns with. It has no pictures.
 */
export async function startHostileCamera(victim: { port: number }, turn: Turn): Promise<HostileCamera> {
  const elsewhere = `rtsp://${hostileHost}:${victim.port}/x`;
  const asked: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk) => {
      for (const [, method, rest] of chunk
        .toString('latin1')
        .matchAll(/^([A-Z_]+) \S+ RTSP\/1\.0\r\n((?:[^\r\n]+\r\n)*)/gm)) {
        const isLater = method === 'DESCRIBE' && asked.includes('DESCRIBE');
        asked.push(method!);
        const cseq = /CSeq: (\d+)/i.exec(rest!)?.[1] ?? '';
        const isTurn = turn === method || (turn === 'later DESCRIBE' && isLater);
        socket.write(
          isTurn ? redirectTo(elsewhere, cseq) : hostileAnswer(method!, { cseq, rest: rest!, elsewhere, victim }),
        );
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return {
    url: `rtsp://127.0.0.1:${(server.address() as AddressInfo).port}/a`,
    asked,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

const redirectTo = (url: string, cseq: string): string =>
  `RTSP/1.0 302 Moved\r\nCSeq: ${cseq}\r\nLocation: ${url}\r\nContent-Length: 0\r\n\r\n`;

function hostileAnswer(
  method: string,
  { cseq, rest, elsewhere, victim }: { cseq: string; rest: string; elsewhere: string; victim: { port: number } },
): string {
  const body =
    method === 'DESCRIBE'
      ? `v=0\r\no=- 0 0 IN IP4 ${hostileHost}\r\ns=x\r\nc=IN IP4 ${hostileHost}\r\nt=0 0\r\na=control:${elsewhere}\r\n` +
        `m=video ${victim.port} RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\na=control:${elsewhere}/track0\r\n`
      : '';
  const isUdp = /client_port=(\S+)/.exec(rest)?.[1];
  const ports = `source=${hostileHost};destination=${hostileHost};server_port=${victim.port}-${victim.port + 1}`;
  const transport =
    isUdp === undefined
      ? `RTP/AVP/TCP;unicast;interleaved=0-1;${ports}`
      : `RTP/AVP;unicast;client_port=${isUdp};${ports}`;
  const headers = [
    `CSeq: ${cseq}`,
    `Session: 1;timeout=2`,
    'Public: OPTIONS, DESCRIBE, SETUP, PLAY, GET_PARAMETER, TEARDOWN',
    `Location: ${elsewhere}`,
    `Content-Base: ${elsewhere}/`,
    `Content-Location: ${elsewhere}/`,
    `RTP-Info: url=${elsewhere}/track0;seq=1;rtptime=0`,
    ...(method === 'SETUP' ? [`Transport: ${transport}`] : []),
    `Content-Length: ${body.length}`,
  ];
  return `RTSP/1.0 200 OK\r\n${headers.join('\r\n')}\r\n\r\n${body}`;
}
