import type { DeviceDeps, ServiceAnswer } from './simulated-device.ts';
import { nowOf } from './simulated-device.ts';
import { escapeXml, innerOf, SoapFault, textOf } from './soap-text.ts';

/** Services by path and name space; those that the device does not have are left out. */
function servicesOf({ options }: DeviceDeps): [string, string][] {
  return [
    ['device', 'http://www.onvif.org/ver10/device/wsdl'],
    ['media', 'http://www.onvif.org/ver10/media/wsdl'],
    ...(options.hasMedia2 === false
      ? []
      : ([['media2', 'http://www.onvif.org/ver20/media/wsdl']] as [string, string][])),
    ...(options.hasPtz === false ? [] : ([['ptz', 'http://www.onvif.org/ver20/ptz/wsdl']] as [string, string][])),
    ...(options.hasImaging === false
      ? []
      : ([['imaging', 'http://www.onvif.org/ver20/imaging/wsdl']] as [string, string][])),
    ...(options.hasEvents === false
      ? []
      : ([['events', 'http://www.onvif.org/ver10/events/wsdl']] as [string, string][])),
  ];
}

const pathOf = (service: string): string =>
  service === 'device' ? '/onvif/device_service' : `/onvif/${service}_service`;

function services(device: DeviceDeps): string {
  const all = servicesOf(device).map(
    ([name, space]) =>
      `<tds:Service><tds:Namespace>${space}</tds:Namespace><tds:XAddr>${device.named(pathOf(name))}</tds:XAddr><tds:Version><tt:Major>2</tt:Major><tt:Minor>60</tt:Minor></tds:Version></tds:Service>`,
  );
  return `<tds:GetServicesResponse>${all.join('')}</tds:GetServicesResponse>`;
}

function capabilities(device: DeviceDeps): string {
  const names: Record<string, string> = {
    device: 'Device',
    media: 'Media',
    ptz: 'PTZ',
    imaging: 'Imaging',
    events: 'Events',
  };
  const more: Record<string, string> = {
    events:
      '<tt:WSSubscriptionPolicySupport>false</tt:WSSubscriptionPolicySupport><tt:WSPullPointSupport>true</tt:WSPullPointSupport>',
    media:
      '<tt:StreamingCapabilities><tt:RTPMulticast>false</tt:RTPMulticast><tt:RTP_TCP>true</tt:RTP_TCP><tt:RTP_RTSP_TCP>true</tt:RTP_RTSP_TCP></tt:StreamingCapabilities>',
  };
  const all = servicesOf(device)
    .filter(([name]) => name in names)
    .map(
      ([name]) =>
        `<tt:${names[name]}><tt:XAddr>${device.named(pathOf(name))}</tt:XAddr>${more[name] ?? ''}</tt:${names[name]}>`,
    );
  return `<tds:GetCapabilitiesResponse><tds:Capabilities>${all.join('')}</tds:Capabilities></tds:GetCapabilitiesResponse>`;
}

function dateAndTime(device: DeviceDeps): string {
  const now = new Date(nowOf(device));
  const time = `<tt:Time><tt:Hour>${now.getUTCHours()}</tt:Hour><tt:Minute>${now.getUTCMinutes()}</tt:Minute><tt:Second>${now.getUTCSeconds()}</tt:Second></tt:Time>`;
  const date = `<tt:Date><tt:Year>${now.getUTCFullYear()}</tt:Year><tt:Month>${now.getUTCMonth() + 1}</tt:Month><tt:Day>${now.getUTCDate()}</tt:Day></tt:Date>`;
  return `<tds:GetSystemDateAndTimeResponse><tds:SystemDateAndTime><tt:DateTimeType>Manual</tt:DateTimeType><tt:DaylightSavings>false</tt:DaylightSavings><tt:TimeZone><tt:TZ>UTC0</tt:TZ></tt:TimeZone><tt:UTCDateTime>${time}${date}</tt:UTCDateTime><tt:LocalDateTime>${time}${date}</tt:LocalDateTime></tds:SystemDateAndTime></tds:GetSystemDateAndTimeResponse>`;
}

function setDateAndTime(device: DeviceDeps, xml: string): string {
  const utc = innerOf(xml, 'UTCDateTime') ?? '';
  const [year, month, day, hour, minute, second] = ['Year', 'Month', 'Day', 'Hour', 'Minute', 'Second'].map((name) =>
    Number(textOf(utc, name)),
  );
  const wanted = Date.UTC(year!, month! - 1, day, hour, minute, second);
  if (Number.isNaN(wanted))
    throw new SoapFault(['ter:InvalidArgVal', 'ter:InvalidDateTime'], 'An invalid date was given');
  device.clock.offsetMs = wanted - Date.now();
  return '<tds:SetSystemDateAndTimeResponse/>';
}

function information({ options, faults }: DeviceDeps): string {
  const { manufacturer = 'Simulated', model = 'Dome 5', firmware = '1.0', serial = '0042' } = options;
  const name = faults.lies ? 'x'.repeat(5_000) : manufacturer;
  return `<tds:GetDeviceInformationResponse><tds:Manufacturer>${escapeXml(name)}</tds:Manufacturer><tds:Model>${escapeXml(model)}</tds:Model><tds:FirmwareVersion>${escapeXml(firmware)}</tds:FirmwareVersion><tds:SerialNumber>${escapeXml(serial)}</tds:SerialNumber><tds:HardwareId>1.0</tds:HardwareId></tds:GetDeviceInformationResponse>`;
}

const networkInterfaces = ({ options }: DeviceDeps): string =>
  `<tds:GetNetworkInterfacesResponse><tds:NetworkInterfaces token="eth0"><tt:Enabled>true</tt:Enabled><tt:Info><tt:Name>eth0</tt:Name><tt:HwAddress>${options.macAddress ?? '02-00-5E-10-00-01'}</tt:HwAddress><tt:MTU>1500</tt:MTU></tt:Info></tds:NetworkInterfaces></tds:GetNetworkInterfacesResponse>`;

/** Calls that say nothing secret and are answered to everybody, as the standard wants it. */
export const openCalls = new Set([
  'GetSystemDateAndTime',
  'GetServices',
  'GetCapabilities',
  'GetServiceCapabilities',
  'GetHostname',
  'GetWsdlUrl',
]);

export const deviceService: ServiceAnswer = (device, name, xml) => {
  if (name === 'GetSystemDateAndTime') return dateAndTime(device);
  if (name === 'SetSystemDateAndTime') return setDateAndTime(device, xml);
  if (name === 'GetDeviceInformation') return information(device);
  if (name === 'GetServices') return device.options.isOld ? null : services(device);
  if (name === 'GetCapabilities') return capabilities(device);
  if (name === 'GetNetworkInterfaces') return networkInterfaces(device);
  if (name === 'GetHostname')
    return '<tds:GetHostnameResponse><tds:HostnameInformation><tt:FromDHCP>false</tt:FromDHCP><tt:Name>camera</tt:Name></tds:HostnameInformation></tds:GetHostnameResponse>';
  if (name === 'GetScopes')
    return '<tds:GetScopesResponse><tds:Scopes><tt:ScopeDef>Fixed</tt:ScopeDef><tt:ScopeItem>onvif://www.onvif.org/type/video_encoder</tt:ScopeItem></tds:Scopes></tds:GetScopesResponse>';
  if (name === 'SystemReboot') {
    device.reboot(3_000);
    return '<tds:SystemRebootResponse><tds:Message>Rebooting in 0 seconds</tds:Message></tds:SystemRebootResponse>';
  }
  return null;
};
