import type { DeviceDeps, ServiceAnswer } from './simulated-device.ts';
import { SoapFault, textOf } from './soap-text.ts';

const ranges = { brightness: [0, 100], contrast: [0, 100], saturation: [0, 100], sharpness: [0, 10] } as const;
const names = {
  brightness: 'Brightness',
  saturation: 'ColorSaturation',
  contrast: 'Contrast',
  sharpness: 'Sharpness',
} as const;
const kinds = Object.keys(names) as (keyof typeof names)[];

function settings({ imaging }: DeviceDeps): string {
  const levels = kinds.map(
    (kind) =>
      (kind === 'sharpness' ? `<tt:IrCutFilter>${imaging.irCut}</tt:IrCutFilter>` : '') +
      `<tt:${names[kind]}>${imaging[kind]}</tt:${names[kind]}>`,
  );
  return `<timg:GetImagingSettingsResponse><timg:ImagingSettings>${levels.join('')}</timg:ImagingSettings></timg:GetImagingSettingsResponse>`;
}

function options(): string {
  const levels = kinds.map((kind) => {
    const [min, max] = ranges[kind];
    const filter =
      kind === 'sharpness'
        ? '<tt:IrCutFilterModes>ON</tt:IrCutFilterModes><tt:IrCutFilterModes>OFF</tt:IrCutFilterModes><tt:IrCutFilterModes>AUTO</tt:IrCutFilterModes>'
        : '';
    return `${filter}<tt:${names[kind]}><tt:Min>${min}</tt:Min><tt:Max>${max}</tt:Max></tt:${names[kind]}>`;
  });
  return `<timg:GetOptionsResponse><timg:ImagingOptions>${levels.join('')}</timg:ImagingOptions></timg:GetOptionsResponse>`;
}

function set({ imaging }: DeviceDeps, xml: string): string {
  for (const kind of kinds) {
    const text = textOf(xml, names[kind]);
    if (text === null) continue;
    const [min, max] = ranges[kind];
    const value = Number(text);
    if (!(value >= min && value <= max))
      throw new SoapFault(['ter:InvalidArgVal', 'ter:SettingsInvalid'], 'The requested settings are incorrect');
    imaging[kind] = value;
  }
  const filter = textOf(xml, 'IrCutFilter');
  if (filter === 'ON' || filter === 'OFF' || filter === 'AUTO') imaging.irCut = filter;
  return '<timg:SetImagingSettingsResponse/>';
}

export const imagingService: ServiceAnswer = (device, name, xml) => {
  if (device.options.hasImaging === false) return null;
  if (textOf(xml, 'VideoSourceToken') !== 'source_1')
    throw new SoapFault(['ter:InvalidArgVal', 'ter:NoSource'], 'The requested video source does not exist');
  if (name === 'GetImagingSettings') return settings(device);
  if (name === 'GetOptions') return options();
  if (name === 'SetImagingSettings') return set(device, xml);
  return null;
};
