import type { Socket } from 'node:net';
import { errorCatalogue, type ErrorBody, type ErrorCode } from '@sightline/contracts/shared/errors';
import { newId } from '../ids/ids.ts';

/** Headers of answers to what is no request: no hook runs for them, and so none that would add others. */
export const bareHeaders = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'referrer-policy': 'no-referrer',
};

const failureOf = (code: string | undefined): { line: string; code: ErrorCode } => {
  if (code === 'HPE_HEADER_OVERFLOW') return { line: '431 Request Header Fields Too Large', code: 'payload_too_large' };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return { line: '408 Request Timeout', code: 'bad_request' };
  return { line: '400 Bad Request', code: 'bad_request' };
};

/** Answers bytes that never became a request, in the form of all failures, and closes their connection. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { line, code } = failureOf(error.code);
  const body: ErrorBody = { code, message: errorCatalogue[code].text, data: {}, requestId: newId() };
  const text = JSON.stringify(body);
  const headers = {
    ...bareHeaders,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(text)),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (socket.writable) socket.write(`HTTP/1.1 ${line}\r\n${lines.join('')}\r\n${text}`);
  socket.destroy(error);
}
