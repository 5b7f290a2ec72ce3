import { startDiscoveryResponder } from '../onvif/discovery-responder.ts';
import type { DiscoveryResponder } from '../onvif/discovery-responder.ts';
import { startOnvifDevice } from '../onvif/onvif-device.ts';
import type { OnvifDevice, SimulatedProfile } from '../onvif/onvif-device-api.ts';
import type { RtspServer } from '../rtsp/rtsp-server-api.ts';

/** The cameras of the demo as devices that a search finds. */
export interface DemoDevices {
  /** Gives a camera whose streams are served an ONVIF address on a free port. */
  add(camera: { id: string; name: string; credentials: { username: string; password: string } }): Promise<void>;
  stop(): Promise<void>;
}

function profileOf(rtsp: RtspServer, path: string, kind: 'main' | 'sub'): SimulatedProfile {
  const { codec, ...format } = rtsp.format(path);
  return {
    ...format,
    token: kind,
    name: kind === 'main' ? 'Main stream' : 'Sub stream',
    codec: codec === 'h265' ? 'H265' : 'H264',
    streamUrl: rtsp.url(path),
  };
}

/** Null where the machine has no such network; the cameras can then be reached by address only. */
async function answerSearches(devices: readonly OnvifDevice[]): Promise<DiscoveryResponder | null> {
  try {
    return await startDiscoveryResponder({ devices: () => devices.map((device) => device.discovery()) });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    return null;
  }
}

/** Starts answering searches on this machine. Drawn cameras have no head, no lens and no events of their own, and offer none. */
export async function startDemoDevices(rtsp: RtspServer): Promise<DemoDevices> {
  const devices: OnvifDevice[] = [];
  const responder = await answerSearches(devices);
  return {
    async add({ id, name, credentials }) {
      const profiles = (['main', 'sub'] as const).map((kind) => profileOf(rtsp, `${id}/${kind}`, kind));
      devices.push(
        await startOnvifDevice({
          ...credentials,
          manufacturer: 'Sightline',
          model: name,
          profiles,
          hasPtz: false,
          hasImaging: false,
          hasEvents: false,
        }),
      );
    },
    async stop() {
      await Promise.all([responder?.stop(), ...devices.map((device) => device.stop())]);
    },
  };
}
