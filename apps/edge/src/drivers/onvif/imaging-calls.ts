import { AppError } from '@sightline/contracts/shared/errors';
import type { OnvifConnection, ServicePlace } from './onvif-connection.ts';
import { unlessUnsupported } from './onvif-connection.ts';
import type { DeviceImaging, ImagingRange, IrCut } from './onvif-port.ts';
import type { XmlElement } from './xml-element.ts';
import { elementAt, escapeXml, numberAt, textAt } from './xml-element.ts';

const space = 'xmlns="http://www.onvif.org/ver20/imaging/wsdl"';

/** In the order of the schema, which devices insist on. */
const levelNames = [
  ['brightness', 'Brightness'],
  ['saturation', 'ColorSaturation'],
  ['contrast', 'Contrast'],
  ['sharpness', 'Sharpness'],
] as const;

const irCuts: Record<string, IrCut> = { ON: 'on', OFF: 'off', AUTO: 'auto' };

/** The picture settings of a device. */
export interface Imaging {
  connection: OnvifConnection;
  place: ServicePlace | undefined;
}

async function ask(
  { connection, place }: Imaging,
  name: string,
  inner: { source: string; more?: string },
): Promise<XmlElement> {
  if (place === undefined) throw new AppError('onvif_unsupported');
  return connection.call(place, {
    body: `<${name} ${space}><VideoSourceToken>${escapeXml(inner.source)}</VideoSourceToken>${inner.more ?? ''}</${name}>`,
  });
}

function rangeOf(options: XmlElement | null, name: string): ImagingRange | null {
  const [min, max] = [numberAt(options, name, 'Min'), numberAt(options, name, 'Max')];
  return min !== null && max !== null && min < max ? { min, max } : null;
}

export async function readImaging(imaging: Imaging, source: string): Promise<DeviceImaging> {
  const settings = elementAt(await ask(imaging, 'GetImagingSettings', { source }), 'ImagingSettings');
  const options = elementAt(await unlessUnsupported(ask(imaging, 'GetOptions', { source })), 'ImagingOptions');
  const levels: DeviceImaging['levels'] = {};
  for (const [level, name] of levelNames) {
    const [value, range] = [numberAt(settings, name), rangeOf(options, name)];
    if (value !== null && range !== null) levels[level] = { value, range };
  }
  return { levels, irCut: irCuts[textAt(settings, 'IrCutFilter').toUpperCase()] ?? null };
}

/** `wanted` in the device's own numbers. */
export async function writeImaging(
  imaging: Imaging,
  source: string,
  wanted: Partial<Record<(typeof levelNames)[number][0], number>> & { irCut?: IrCut },
): Promise<void> {
  const parts = levelNames.map(([level, name]) => {
    const value = wanted[level];
    const filter =
      level === 'sharpness' && wanted.irCut !== undefined
        ? `<tt:IrCutFilter>${wanted.irCut.toUpperCase()}</tt:IrCutFilter>`
        : '';
    return `${filter}${value === undefined ? '' : `<tt:${name}>${String(value)}</tt:${name}>`}`;
  });
  await ask(imaging, 'SetImagingSettings', {
    source,
    more: `<ImagingSettings>${parts.join('')}</ImagingSettings><ForcePersistence>true</ForcePersistence>`,
  });
}
