import { AppError } from '@sightline/contracts/shared/errors';
import { deviceText } from './device-text.ts';
import type { OnvifConnection, ServicePlace } from './onvif-connection.ts';
import type { DevicePreset, PtzSpeed } from './onvif-port.ts';
import type { XmlElement } from './xml-element.ts';
import { childrenNamed, elementAt, escapeXml, textAt } from './xml-element.ts';

const space = 'xmlns="http://www.onvif.org/ver20/ptz/wsdl"';
const maxPresets = 300;
const maxToken = 100;

/** The moving head of a device. */
export interface Ptz {
  connection: OnvifConnection;
  /** Undefined when the device has no such service. */
  place: ServicePlace | undefined;
}

async function ask(
  { connection, place }: Ptz,
  name: string,
  inner: { profile: string; more?: string },
): Promise<XmlElement> {
  if (place === undefined) throw new AppError('onvif_unsupported');
  const body = `<${name} ${space}><ProfileToken>${escapeXml(inner.profile)}</ProfileToken>${inner.more ?? ''}</${name}>`;
  return connection.call(place, { body });
}

export async function readPresets(ptz: Ptz, profile: string): Promise<DevicePreset[]> {
  const answer = await ask(ptz, 'GetPresets', { profile });
  return childrenNamed(answer, 'Preset')
    .slice(0, maxPresets)
    .flatMap((preset) => {
      const token = preset.attributes.get('token') ?? '';
      return token === '' || token.length > maxToken
        ? []
        : [{ token, name: deviceText(textAt(preset, 'Name'), maxToken) || token }];
    });
}

export async function readIsMoving(ptz: Ptz, profile: string): Promise<boolean | null> {
  const answer = await ask(ptz, 'GetStatus', { profile });
  const states = elementAt(answer, 'PTZStatus', 'MoveStatus')?.children.map(({ text }) => text.toUpperCase()) ?? [];
  if (states.includes('MOVING')) return true;
  return states.includes('IDLE') ? false : null;
}

/** Axes that do not move are left out: a head without zoom refuses to be told about it. */
function velocity({ pan, tilt, zoom }: PtzSpeed): string {
  const head = pan === 0 && tilt === 0 ? '' : `<tt:PanTilt x="${String(pan)}" y="${String(tilt)}"/>`;
  return `<Velocity>${head}${zoom === 0 ? '' : `<tt:Zoom x="${String(zoom)}"/>`}</Velocity>`;
}

export async function moveHead(
  ptz: Ptz,
  profile: string,
  { speed, forMs }: { speed: PtzSpeed; forMs: number },
): Promise<void> {
  if (speed.pan === 0 && speed.tilt === 0 && speed.zoom === 0) return stopHead(ptz, profile);
  // The device stops by itself as well: our own stop may get lost.
  await ask(ptz, 'ContinuousMove', {
    profile,
    more: `${velocity(speed)}<Timeout>PT${String(Math.max(1, Math.ceil(forMs / 1000)))}S</Timeout>`,
  });
}

export async function stopHead(ptz: Ptz, profile: string): Promise<void> {
  await ask(ptz, 'Stop', { profile, more: '<PanTilt>true</PanTilt><Zoom>true</Zoom>' });
}

export async function goToPreset(ptz: Ptz, profile: string, preset: string): Promise<void> {
  await ask(ptz, 'GotoPreset', { profile, more: `<PresetToken>${escapeXml(preset)}</PresetToken>` });
}

export async function savePreset(ptz: Ptz, profile: string, name: string): Promise<string> {
  const answer = await ask(ptz, 'SetPreset', { profile, more: `<PresetName>${escapeXml(name)}</PresetName>` });
  const token = textAt(answer, 'PresetToken');
  if (token === '' || token.length > maxToken) throw new AppError('onvif_refused', { answer: 'no token' });
  return token;
}

export async function removePreset(ptz: Ptz, profile: string, preset: string): Promise<void> {
  await ask(ptz, 'RemovePreset', { profile, more: `<PresetToken>${escapeXml(preset)}</PresetToken>` });
}
