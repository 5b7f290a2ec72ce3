import { realtimePath } from '@sightline/contracts/realtime/realtime';
import { WebSocket } from 'ws';

export interface TestBrowserOptions {
  /** Of the server: `http://…` */
  url: string;
  token: string;
  /** From where it comes, as a trusted proxy says it. */
  address?: string | undefined;
  /** From which page it comes; programs say nothing. */
  origin?: string;
  /** How long its page has read already; nothing when its page shows nothing. */
  readForMs?: number;
  onText: (text: string) => void;
  onClosed?: () => void;
}

/** A browser as the server sees it: opens the WebSocket of realtime and says hello. Answers once it is open; fails when it is refused. */
export async function openTestBrowser({
  url,
  token,
  address,
  origin,
  readForMs,
  onText,
  onClosed,
}: TestBrowserOptions): Promise<WebSocket> {
  const headers = address === undefined ? {} : { 'x-forwarded-for': address };
  const options = { perMessageDeflate: false, headers, ...(origin === undefined ? {} : { origin }) };
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${realtimePath}`, options);
  socket.on('message', (data) => onText((data as Buffer).toString('utf8')));
  if (onClosed) socket.on('close', onClosed);
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('open', () => resolve());
  });
  socket.send(JSON.stringify({ type: 'hello', accessToken: token, readForMs }));
  return socket;
}
