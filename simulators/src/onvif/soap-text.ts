const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text as it stands in XML. */
export const escapeXml = (text: string): string =>
  text.replaceAll(/[<>&"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`);

const unescapeXml = (text: string): string =>
  text
    .replaceAll(/&#x([0-9a-f]+);/gi, (_all, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll(/&#(\d+);/g, (_all, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/&(amp|lt|gt|quot|apos);/g, (_all, name: string) => entities[name]!);

/** Inner XML of the first element of this name, whatever its prefix; null when there is none. */
export function innerOf(xml: string, name: string): string | null {
  const match = new RegExp(`<(?:[\\w.-]+:)?${name}(?:\\s[^>]*?)?(?:/>|>([\\s\\S]*?)</(?:[\\w.-]+:)?${name}\\s*>)`).exec(
    xml,
  );
  return match ? (match[1] ?? '') : null;
}

/** Text of the first element of this name; null when there is none. */
export function textOf(xml: string, name: string): string | null {
  const inner = innerOf(xml, name);
  return inner === null ? null : unescapeXml(inner.trim());
}

/** Number in an attribute of the first element of this name; null when there is none. */
export function numberOf(xml: string, name: string, attribute: string): number | null {
  const match = new RegExp(`<(?:[\\w.-]+:)?${name}\\s[^>]*?\\b${attribute}\\s*=\\s*["']([^"']*)["']`).exec(xml);
  return match === null || Number.isNaN(Number(match[1])) ? null : Number(match[1]);
}

/** Name of the request: the first element of the body. */
export const requestName = (xml: string): string =>
  /<(?:[\w.-]+:)?Body(?:\s[^>]*)?>\s*<(?:[\w.-]+:)?([\w.-]+)/.exec(xml)?.[1] ?? '';

const spaces =
  'xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:tt="http://www.onvif.org/ver10/schema" xmlns:tds="http://www.onvif.org/ver10/device/wsdl" ' +
  'xmlns:trt="http://www.onvif.org/ver10/media/wsdl" xmlns:tr2="http://www.onvif.org/ver20/media/wsdl" xmlns:tptz="http://www.onvif.org/ver20/ptz/wsdl" ' +
  'xmlns:timg="http://www.onvif.org/ver20/imaging/wsdl" xmlns:tev="http://www.onvif.org/ver10/events/wsdl" xmlns:wsnt="http://docs.oasis-open.org/wsn/b-2" ' +
  'xmlns:wsa="http://www.w3.org/2005/08/addressing" xmlns:tns1="http://www.onvif.org/ver10/topics" xmlns:ter="http://www.onvif.org/ver10/error" ' +
  'xmlns:sim="urn:simulated-device"';

/** A whole answer. */
export const envelopeOf = (body: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><s:Envelope ${spaces}><s:Body>${body}</s:Body></s:Envelope>`;

/** A refusal: `ter:...` subcode and a sentence. */
export class SoapFault extends Error {
  readonly status: 400 | 401 | 500;
  readonly subcodes: readonly string[];

  constructor(subcodes: readonly string[], reason: string, status: 400 | 401 | 500 = 400) {
    super(reason);
    this.subcodes = subcodes;
    this.status = status;
  }

  get xml(): string {
    const nested = this.subcodes.reduceRight(
      (inner, code) => `<s:Subcode><s:Value>${code}</s:Value>${inner}</s:Subcode>`,
      '',
    );
    return envelopeOf(
      `<s:Fault><s:Code><s:Value>s:Sender</s:Value>${nested}</s:Code><s:Reason><s:Text xml:lang="en">${escapeXml(this.message)}</s:Text></s:Reason></s:Fault>`,
    );
  }
}
