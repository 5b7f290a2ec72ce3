import { startDiscoveryResponder } from '../onvif/discovery-responder.ts';
import type { DiscoveryResponder } from '../onvif/discovery-responder.ts';
import { startOnvifDevice } from '../onvif/onvif-device.ts';
import type { OnvifDevice, SimulatedProfile } from '../onvif/onvif-device-api.ts';
import type { RtspServer } from '../rtsp/rtsp-server-api.ts';

interface Account {
  username: string;
  password: string;
}

/** The cameras of the demo as devices that a search finds. */
export interface DemoDevices {
  /** Gives a camera whose streams are served an ONVIF address on a free port. */
  add(camera: { id: string; name: string; credentials: Account }): Promise<void>;
  /** Gives the recorder of the demo, which is there from its first camera on, a channel that shows these streams. */
  record(channel: { path: string; credentials: Account }): Promise<void>;
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

/** Drawn cameras have no head, no lens and no events of their own, and offer none. */
const startDevice = (credentials: Account, model: string, profiles: SimulatedProfile[]): Promise<OnvifDevice> =>
  startOnvifDevice({
    ...credentials,
    manufacturer: 'Sightline',
    model,
    profiles,
    hasPtz: false,
    hasImaging: false,
    hasEvents: false,
  });

/** Starts answering searches on this machine. */
export async function startDemoDevices(rtsp: RtspServer): Promise<DemoDevices> {
  const devices: OnvifDevice[] = [];
  const recorded: SimulatedProfile[] = [];
  let recorder: Promise<OnvifDevice> | null = null;
  const responder = await answerSearches(devices);
  const profilesAt = (path: string): SimulatedProfile[] =>
    (['main', 'sub'] as const).map((kind) => profileOf(rtsp, `${path}/${kind}`, kind));
  return {
    async add({ id, name, credentials }) {
      devices.push(await startDevice(credentials, name, profilesAt(id)));
    },
    async record({ path, credentials }) {
      recorded.push(
        ...profilesAt(path).map((profile) => ({ ...profile, token: `${path}/${profile.token}`, source: path })),
      );
      if (recorder !== null) return void (await recorder);
      recorder = startDevice(credentials, 'Recorder', recorded);
      devices.push(await recorder);
    },
    async stop() {
      await Promise.all([responder?.stop(), ...devices.map((device) => device.stop())]);
    },
  };
}
