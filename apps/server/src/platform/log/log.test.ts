import { describe, expect, it } from 'vitest';
import { createLog, maskSecrets } from './log.ts';

const logged = (write: (log: ReturnType<typeof createLog>) => void): string => {
  let text = '';
  write(createLog('debug', { write: (line: string) => void (text += line) }));
  return text;
};

describe('the log', () => {
  it('keeps secrets out, wherever they stand', () => {
    const text = logged((log) => {
      log.info({ password: 's3cret-1', body: { password: 's3cret-2', credentials: { password: 's3cret-3' } } }, 'x');
      log.info({ req: { headers: { authorization: 's3cret-4', cookie: 's3cret-5' } } }, 'rtsp://admin:s3cret-6@cam/1');
      log.error({ err: new Error('cannot open rtsp://admin:s3cret-7@cam/1?token=s3cret-8') });
    });
    expect(text).not.toContain('s3cret');
    expect(text).toContain('cam/1');
  });

  it('keeps of an error what happened and why, and nothing that hangs on it', () => {
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });
    const error = Object.assign(new Error('query failed', { cause }), {
      code: '57P01',
      client: { connectionParameters: { password: 's3cret-9', host: 'db' } },
    });
    const line = JSON.parse(logged((log) => log.warn({ err: error }, 'x'))) as { err: object };
    expect(line.err).toMatchObject({ message: 'query failed', code: '57P01', cause: { code: 'ECONNREFUSED' } });
    expect(JSON.stringify(line)).not.toMatch(/s3cret|connectionParameters/);
  });

  it('leaves addresses without credentials readable', () => {
    expect(maskSecrets('GET http://host:80/a@b?x=1')).toBe('GET http://host:80/a@b?x=1');
  });
});
