import { startControlServer } from '../rtsp/control-server.ts';
import type { ControlServer } from '../rtsp/control-server.ts';
import { startRtspServer } from '../rtsp/rtsp-server.ts';
import type { RtspServer } from '../rtsp/rtsp-server-api.ts';
import type { DemoDevices } from './demo-devices.ts';
import { startDemoDevices } from './demo-devices.ts';
import { startDemoServices } from './demo-services.ts';
import type { DemoServices } from './demo-services.ts';
import type { DemoState } from './demo-state.ts';
import { onPortOrFree } from './port-or-free.ts';

export interface DemoServers {
  rtsp: RtspServer;
  control: ControlServer;
  devices: DemoDevices;
  services: DemoServices;
  /** The state with the ports that were really taken. */
  state: DemoState;
}

/** Starts camera server, control page and simulated services on the remembered ports, on free ones where those are taken. */
export async function startDemoServers(remembered: DemoState, noonLightPort: number | null): Promise<DemoServers> {
  const rtsp = await onPortOrFree(remembered.rtspPort, (port) => startRtspServer({ port }));
  const control = await onPortOrFree(remembered.controlPort, (port) => startControlServer(rtsp, port));
  const services = await startDemoServices(remembered.servicePorts, noonLightPort);
  return {
    rtsp,
    control,
    services,
    devices: await startDemoDevices(rtsp),
    state: { ...remembered, rtspPort: rtsp.port, controlPort: control.port, servicePorts: services.ports },
  };
}

export const stopDemoServers = async ({ control, services, devices, rtsp }: DemoServers): Promise<void> =>
  void (await Promise.all([control.stop(), services.stop(), devices.stop(), rtsp.stop()]));
