import type { RealtimeEvent, RealtimeServerMessage } from '@sightline/contracts/realtime/realtime';
import { expect, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { openTestBrowser } from './test-browser.ts';

/** A browser and everything it heard. */
export interface TestListener {
  socket: WebSocket;
  heard: RealtimeServerMessage[];
  kinds(): RealtimeEvent['kind'][];
  /** Without the states of cameras: that of a new one comes by itself, sooner or later. */
  deeds(): RealtimeEvent['kind'][];
  isOpen(): boolean;
}

/** Opens a browser with this token, from an address as a trusted proxy says it, and waits for the first word of the server. */
export async function listenWith(url: string, token: string, address?: string): Promise<TestListener> {
  const heard: RealtimeServerMessage[] = [];
  let isOpen = true;
  const socket = await openTestBrowser({
    url,
    token,
    address,
    onText: (text) => heard.push(JSON.parse(text) as RealtimeServerMessage),
    onClosed: () => {
      isOpen = false;
    },
  });
  await vi.waitFor(() => expect(heard.length).toBeGreaterThan(0), { timeout: 10_000 });
  const kinds = () => heard.flatMap((message) => (message.type === 'event' ? [message.event.kind] : []));
  return {
    socket,
    heard,
    isOpen: () => isOpen,
    kinds,
    deeds: () => kinds().filter((kind) => kind !== 'cameras.status'),
  };
}
