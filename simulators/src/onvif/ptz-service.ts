import type { DeviceParts, ServiceAnswer } from './simulated-device.ts';
import { escapeXml, innerOf, numberOf, SoapFault, textOf } from './soap-text.ts';

const within = (value: number): number => Math.max(-1, Math.min(1, value));

function checkProfile(device: DeviceParts, xml: string): void {
  const token = textOf(xml, 'ProfileToken');
  if (!device.profiles().some((profile) => profile.token === token))
    throw new SoapFault(['ter:InvalidArgVal', 'ter:NoProfile'], 'The requested profile does not exist');
}

function move({ ptz }: DeviceParts, name: string, xml: string): string {
  const [pan, tilt, zoom] = [numberOf(xml, 'PanTilt', 'x') ?? 0, numberOf(xml, 'PanTilt', 'y') ?? 0, numberOf(xml, 'Zoom', 'x') ?? 0];
  if ([pan, tilt, zoom].some((speed) => Math.abs(speed) > 1)) throw new SoapFault(['ter:InvalidArgVal', 'ter:InvalidVelocity'], 'Out of range');
  if (name === 'ContinuousMove') ptz.isMoving = true;
  const base = name === 'AbsoluteMove' ? { pan: 0, tilt: 0, zoom: 0 } : ptz;
  Object.assign(ptz, { pan: within(base.pan + pan), tilt: within(base.tilt + tilt), zoom: within(base.zoom + zoom), atPreset: null });
  return `<tptz:${name}Response/>`;
}

function presets({ ptz }: DeviceParts): string {
  const all = [...ptz.presets].map(([token, name]) => `<tptz:Preset token="${escapeXml(token)}"><tt:Name>${escapeXml(name)}</tt:Name></tptz:Preset>`);
  return `<tptz:GetPresetsResponse>${all.join('')}</tptz:GetPresetsResponse>`;
}

function knownPreset({ ptz }: DeviceParts, xml: string): string {
  const token = textOf(xml, 'PresetToken') ?? '';
  if (!ptz.presets.has(token)) throw new SoapFault(['ter:InvalidArgVal', 'ter:NoToken'], 'The requested preset token does not exist');
  return token;
}

function setPreset(device: DeviceParts, xml: string): string {
  const { presets: kept } = device.ptz;
  if (kept.size >= 20) throw new SoapFault(['ter:Action', 'ter:TooManyPresets'], 'Maximum number of presets reached');
  let number = 1;
  while (kept.has(String(number))) number++;
  kept.set(String(number), textOf(xml, 'PresetName') ?? '');
  return `<tptz:SetPresetResponse><tptz:PresetToken>${number}</tptz:PresetToken></tptz:SetPresetResponse>`;
}

function status({ ptz }: DeviceParts): string {
  const state = ptz.isMoving ? 'MOVING' : 'IDLE';
  return `<tptz:GetStatusResponse><tptz:PTZStatus><tt:Position><tt:PanTilt x="${ptz.pan}" y="${ptz.tilt}"/><tt:Zoom x="${ptz.zoom}"/></tt:Position><tt:MoveStatus><tt:PanTilt>${state}</tt:PanTilt><tt:Zoom>${state}</tt:Zoom></tt:MoveStatus><tt:UtcTime>${new Date().toISOString()}</tt:UtcTime></tptz:PTZStatus></tptz:GetStatusResponse>`;
}

const node =
  '<tptz:PTZNode token="node_1"><tt:Name>Head</tt:Name><tt:SupportedPTZSpaces/><tt:MaximumNumberOfPresets>20</tt:MaximumNumberOfPresets><tt:HomeSupported>false</tt:HomeSupported></tptz:PTZNode>';

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
  if (name === 'GotoPreset') {
    device.ptz.atPreset = knownPreset(device, xml);
    return '<tptz:GotoPresetResponse/>';
  }
  if (name === 'RemovePreset') {
    device.ptz.presets.delete(knownPreset(device, xml));
    return '<tptz:RemovePresetResponse/>';
  }
  return null;
};
