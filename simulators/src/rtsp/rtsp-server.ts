import type { RtspServer, RtspServerOptions } from './rtsp-server-api.ts';

/** Starts an RTSP server on loopback; see `rtsp-server-api.ts` for what it can do. */
export function startRtspServer(options: RtspServerOptions = {}): Promise<RtspServer> {
  return Promise.reject(new Error(`not published yet: ${options.host ?? ''}`));
}
