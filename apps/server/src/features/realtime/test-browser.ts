import { realtimePath } from '@sightline/contracts/realtime/realtime';
import { WebSocket } from 'ws';

export interface TestBrowserOptions {
  /** Of the server: `http://…` */
  url: string;
  token: string;
  /** From which page it comes; programs say nothing. */
  origin?: string;
  onText: (text: string) => void;
  onClosed?: () => void;
}

/** A browser as the server sees it: opens the WebSocket of realtime and says hello. Answers once it is open; fails when it is refused. */
export async function openTestBrowser({ url, token, origin, onText, onClosed }: TestBrowserOptions): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}${realtimePath}`, { perMessageDeflate: false, ...(origin === undefined ? {} : { origin }) });
  socket.on('message', (data) => onText((data as Buffer).toString('utf8')));
  if (onClosed) socket.on('close', onClosed);
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.once('open', () => resolve());
  });
  socket.send(JSON.stringify({ type: 'hello', accessToken: token }));
  return socket;
}
