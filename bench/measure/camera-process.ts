import { startRtspServer } from '@sightline/simulators/rtsp/rtsp-server';
import type { Serializable } from 'node:child_process';

/**
 * Simulated cameras in a process of their own, so that their cost is not counted as the recorder's.
 * Arguments: port (0 = any), then one `path=file` per camera. Sends `{port}` to its parent.
 */
const [port, ...streams] = process.argv.slice(2);
const server = await startRtspServer({ port: Number(port) });
for (const stream of streams) {
  const [path, file] = stream.split('=');
  await server.addStream(path, { file });
}
const ready: Serializable = { port: server.port };
process.send?.(ready);
process.on('disconnect', () => process.exit(0));
process.on('message', (message: { drop?: string; forMs?: number }) => {
  if (message.drop) server.faults(message.drop).drop(message.forMs ?? 0);
});
