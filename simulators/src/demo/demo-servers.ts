import { startControlServer } from '../rtsp/control-server.ts';
import type { ControlServer } from '../rtsp/control-server.ts';
import { startRtspServer } from '../rtsp/rtsp-server.ts';
import type { RtspServer } from '../rtsp/rtsp-server-api.ts';
import type { DemoDevices } from './demo-devices.ts';
import { startDemoDevices } from './demo-devices.ts';
import type { DemoState } from './demo-state.ts';

export interface DemoServers {
  rtsp: RtspServer;
  control: ControlServer;
  devices: DemoDevices;
  /** The state with the ports that were really taken. */
  state: DemoState;
}

async function onPortOrFree<T>(port: number, start: (port: number) => Promise<T>): Promise<T> {
  try {
    return await start(port);
  } catch (error) {
    if (port === 0 || !['EADDRINUSE', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return start(0);
  }
}

/** Starts camera server and control page on the remembered ports, on free ones where those are taken. */
export async function startDemoServers(remembered: DemoState): Promise<DemoServers> {
  const rtsp = await onPortOrFree(remembered.rtspPort, (port) => startRtspServer({ port }));
  const control = await onPortOrFree(remembered.controlPort, (port) => startControlServer(rtsp, port));
  return {
    rtsp,
    control,
    devices: await startDemoDevices(rtsp),
    state: { ...remembered, rtspPort: rtsp.port, controlPort: control.port },
  };
}
