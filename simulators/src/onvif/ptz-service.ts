import type { HeadPosition } from './onvif-device-api.ts';
import { nowOf, type DeviceDeps, type ServiceAnswer } from './simulated-device.ts';
import { escapeXml, innerOf, numberOf, SoapFault, textOf } from './soap-text.ts';

const within = (value: number): number => Math.max(-1, Math.min(1, value));

function checkProfile(device: DeviceDeps, xml: string): void {
  const token = textOf(xml, 'ProfileToken');
  if (!device.profiles().some((profile) => profile.token === token))
    throw new SoapFault(['ter:InvalidArgVal', 'ter:NoProfile'], 'The requested profile does not exist');
}

function move({ ptz }: DeviceDeps, name: string, xml: string): string {
  const [pan, tilt, zoom] = [
    numberOf(xml, 'PanTilt', 'x') ?? 0,
    numberOf(xml, 'PanTilt', 'y') ?? 0,
    numberOf(xml, 'Zoom', 'x') ?? 0,
  ];
  if ([pan, tilt, zoom].some((speed) => Math.abs(speed) > 1))
    throw new SoapFault(['ter:InvalidArgVal', 'ter:InvalidVelocity'], 'Out of range');
  if (name === 'ContinuousMove') ptz.isMoving = true;
  const base = name === 'AbsoluteMove' ? { pan: 0, tilt: 0, zoom: 0 } : ptz;
  Object.assign(ptz, {
    pan: within(base.pan + pan),
    tilt: within(base.tilt + tilt),
    zoom: Math.max(0, within(base.zoom + zoom)),
    atPreset: null,
  });
  return `<tptz:${name}Response/>`;
}

function presets({ ptz }: DeviceDeps): string {
  const all = [...ptz.presets].map(
    ([token, { name, ...at }]) =>
      `<tptz:Preset token="${escapeXml(token)}"><tt:Name>${escapeXml(name)}</tt:Name><tt:PTZPosition>${position(at)}</tt:PTZPosition></tptz:Preset>`,
  );
  return `<tptz:GetPresetsResponse>${all.join('')}</tptz:GetPresetsResponse>`;
}

function knownPreset({ ptz }: DeviceDeps, xml: string): string {
  const token = textOf(xml, 'PresetToken') ?? '';
  if (!ptz.presets.has(token))
    throw new SoapFault(['ter:InvalidArgVal', 'ter:NoToken'], 'The requested preset token does not exist');
  return token;
}

function setPreset(device: DeviceDeps, xml: string): string {
  const { presets: kept, pan, tilt, zoom } = device.ptz;
  if (kept.size >= 20) throw new SoapFault(['ter:Action', 'ter:TooManyPresets'], 'Maximum number of presets reached');
  let number = 1;
  while (kept.has(String(number))) number++;
  kept.set(String(number), { name: textOf(xml, 'PresetName') ?? '', pan, tilt, zoom });
  return `<tptz:SetPresetResponse><tptz:PresetToken>${number}</tptz:PresetToken></tptz:SetPresetResponse>`;
}

/** The head goes where the preset was kept. */
function goToPreset(device: DeviceDeps, xml: string): string {
  const token = knownPreset(device, xml);
  const { name: _, ...at } = device.ptz.presets.get(token)!;
  Object.assign(device.ptz, { ...at, isMoving: false, atPreset: token });
  return '<tptz:GotoPresetResponse/>';
}

const position = ({ pan, tilt, zoom }: HeadPosition): string =>
  `<tt:PanTilt x="${pan}" y="${tilt}"/><tt:Zoom x="${zoom}"/>`;

function status(device: DeviceDeps): string {
  const { ptz } = device;
  const state = ptz.isMoving ? 'MOVING' : 'IDLE';
  const atTime = new Date(nowOf(device)).toISOString();
  return `<tptz:GetStatusResponse><tptz:PTZStatus><tt:Position>${position(ptz)}</tt:Position><tt:MoveStatus><tt:PanTilt>${state}</tt:PanTilt><tt:Zoom>${state}</tt:Zoom></tt:MoveStatus><tt:UtcTime>${atTime}</tt:UtcTime></tptz:PTZStatus></tptz:GetStatusResponse>`;
}

const spacesAt = 'http://www.onvif.org/ver10/tptz';
const range = (name: 'XRange' | 'YRange', least: number): string =>
  `<tt:${name}><tt:Min>${least}</tt:Min><tt:Max>1</tt:Max></tt:${name}>`;
const panTiltSpace = (element: string, uri: string): string =>
  `<tt:${element}><tt:URI>${spacesAt}/PanTiltSpaces/${uri}</tt:URI>${range('XRange', -1)}${range('YRange', -1)}</tt:${element}>`;
const zoomSpace = (element: string, uri: string, least: number): string =>
  `<tt:${element}><tt:URI>${spacesAt}/ZoomSpaces/${uri}</tt:URI>${range('XRange', least)}</tt:${element}>`;

/** The generic spaces of the standard: what `move` takes, and in which range. */
const spaces = [
  panTiltSpace('AbsolutePanTiltPositionSpace', 'PositionGenericSpace'),
  zoomSpace('AbsoluteZoomPositionSpace', 'PositionGenericSpace', 0),
  panTiltSpace('RelativePanTiltTranslationSpace', 'TranslationGenericSpace'),
  zoomSpace('RelativeZoomTranslationSpace', 'TranslationGenericSpace', -1),
  panTiltSpace('ContinuousPanTiltVelocitySpace', 'VelocityGenericSpace'),
  zoomSpace('ContinuousZoomVelocitySpace', 'VelocityGenericSpace', -1),
].join('');

const node = `<tptz:PTZNode token="node_1"><tt:Name>Head</tt:Name><tt:SupportedPTZSpaces>${spaces}</tt:SupportedPTZSpaces><tt:MaximumNumberOfPresets>20</tt:MaximumNumberOfPresets><tt:HomeSupported>false</tt:HomeSupported></tptz:PTZNode>`;

export const ptzService: ServiceAnswer = (device, name, xml) => {
  if (device.options.hasPtz === false) return null;
  if (name === 'GetNodes') return `<tptz:GetNodesResponse>${node}</tptz:GetNodesResponse>`;
  if (name === 'GetConfigurations')
    return '<tptz:GetConfigurationsResponse><tptz:PTZConfiguration token="ptz_1"><tt:Name>Head</tt:Name><tt:UseCount>1</tt:UseCount><tt:NodeToken>node_1</tt:NodeToken></tptz:PTZConfiguration></tptz:GetConfigurationsResponse>';
  if (innerOf(xml, 'ProfileToken') !== null) checkProfile(device, xml);
  if (name === 'GetPresets') return presets(device);
  if (name === 'GetStatus') return status(device);
  if (name === 'ContinuousMove' || name === 'RelativeMove' || name === 'AbsoluteMove') return move(device, name, xml);
  if (name === 'SetPreset') return setPreset(device, xml);
  if (name === 'Stop') {
    device.ptz.isMoving = false;
    return '<tptz:StopResponse/>';
  }
  if (name === 'GotoPreset') return goToPreset(device, xml);
  if (name === 'RemovePreset') {
    device.ptz.presets.delete(knownPreset(device, xml));
    return '<tptz:RemovePresetResponse/>';
  }
  return null;
};
