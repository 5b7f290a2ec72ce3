import { cameraConfig } from '@sightline/testing/cameras/camera-config';
import { expect, it } from 'vitest';
import { talkHandlers, withTalkSource } from './talk-commands.ts';

const id = '0198c000-0000-7000-8000-00000000000a';
const stream = { id: '0198c000-0000-7000-8000-000000000001', url: 'rtsp://10.0.0.5/main' };

it('CAM-026 knows no place of a camera that this core does not have, or that has no stream', () => {
  const camera = cameraConfig({ id, stream });
  expect(() => withTalkSource([camera], { cameraId: stream.id })).toThrow(
    expect.objectContaining({ code: 'not_found' }),
  );
  expect(() => withTalkSource([{ ...camera, streams: [] }], { cameraId: id })).toThrow(
    expect.objectContaining({ code: 'not_found' }),
  );
});

it('CAM-026 adds the place of the recorded stream with its account, and none where the camera asks for none', () => {
  const camera = cameraConfig({ id, stream, credentials: { username: 'u', password: 'p' } });
  expect(withTalkSource([camera], { cameraId: id, asks: true })).toEqual({
    cameraId: id,
    asks: true,
    source: { url: stream.url, username: 'u', password: 'p' },
  });
  const open = { ...camera, credentials: { username: '', password: '' } };
  expect(withTalkSource([open], { cameraId: id }).source).toMatchObject({ username: null, password: null });
});

it('CAM-026 tells the live worker where the camera is where it is reached, and nothing of it in a talk that is open', async () => {
  const asked: [string, unknown][] = [];
  const live = {
    request: async (command: string, input: unknown) => {
      asked.push([command, input]);
      return {};
    },
  };
  const handlers = talkHandlers(live, { list: () => [cameraConfig({ id, stream })] });
  await handlers['talk.look']({ cameraId: id, asks: true }, 1_000);
  await handlers['talk.renew']({ talkId: stream.id }, 1_000);
  expect(asked).toEqual([
    ['talk.look', { cameraId: id, asks: true, source: expect.objectContaining({ url: stream.url }) }],
    ['talk.renew', { talkId: stream.id }],
  ]);
});
