import type { SourceEndReason } from '@sightline/media/units/access-unit';

/** A session ended for a reason that people should read. `detail` never holds credentials. */
export class RtspFailure extends Error {
  readonly reason: SourceEndReason;

  constructor(reason: SourceEndReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

/** Reason for a status code that is not 2xx. */
export function failureOfStatus(status: number, text: string, method: string): RtspFailure {
  const detail = `${method} answered ${status} ${text}`.trim();
  if (status === 401 || status === 403 || status === 407) return new RtspFailure('camera_credentials_refused', detail);
  if (status === 404 || status === 410) return new RtspFailure('camera_path_not_found', detail);
  if (status === 415) return new RtspFailure('camera_codec_unsupported', detail);
  if (status === 461) return new RtspFailure('camera_transport_refused', detail);
  return new RtspFailure('camera_closed', detail);
}

/** Reason for a socket error. */
export function failureOfSocket(error: NodeJS.ErrnoException, playing: boolean): RtspFailure {
  if (playing) return new RtspFailure('camera_closed', error.code ?? error.message);
  if (error.code === 'ETIMEDOUT') return new RtspFailure('camera_timeout', 'connection attempt timed out');
  if (error.code === 'EPROTO' || error.code?.startsWith('ERR_SSL'))
    return new RtspFailure('camera_not_rtsp', 'TLS handshake failed');
  if (error.code === 'ECONNRESET' || error.code === 'EPIPE') return new RtspFailure('camera_closed', error.code);
  return new RtspFailure('camera_unreachable', error.code ?? 'connection failed');
}
