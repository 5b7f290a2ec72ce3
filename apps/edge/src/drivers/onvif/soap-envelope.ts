import { createHash, randomBytes } from 'node:crypto';
import type { ErrorCode } from '@sightline/contracts/shared/errors';
import { AppError } from '@sightline/contracts/shared/errors';
import type { XmlElement } from './xml-element.ts';
import { allNamed, elementAt, escapeXml, parseXml, textAt, XmlRefusal } from './xml-element.ts';

/** Account of a device; never logged. */
export interface DeviceCredentials {
  username: string;
  password: string;
}

const security = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss';

/** WS-Security token: proves the password without sending it, good for the moments around `atUtcMs` of the device's clock. */
export function usernameToken({ username, password }: DeviceCredentials, atUtcMs: number): string {
  const nonce = randomBytes(16);
  const created = new Date(atUtcMs).toISOString();
  const digest = createHash('sha1').update(nonce).update(created).update(password).digest('base64');
  return `<wsse:Security s:mustUnderstand="1" xmlns:wsse="${security}-wssecurity-secext-1.0.xsd" xmlns:wsu="${security}-wssecurity-utility-1.0.xsd"><wsse:UsernameToken><wsse:Username>${escapeXml(username)}</wsse:Username><wsse:Password Type="${security}-username-token-profile-1.0#PasswordDigest">${digest}</wsse:Password><wsse:Nonce EncodingType="${security}-soap-message-security-1.0#Base64Binary">${nonce.toString('base64')}</wsse:Nonce><wsu:Created>${created}</wsu:Created></wsse:UsernameToken></wsse:Security>`;
}

/** A whole SOAP 1.2 request. `tt` is bound to ONVIF's common schema. */
export const soapEnvelope = ({ header, body }: { header: string; body: string }): string =>
  `<?xml version="1.0" encoding="UTF-8"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:tt="http://www.onvif.org/ver10/schema"><s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`;

const refusedCodes = /NotAuthorized|FailedAuthentication|InvalidSecurity|FailedCheck|AccountLocked/i;
const unsupportedCodes =
  /NotSupported|NotImplemented|NoSuchService|NoPTZProfile|NoEntity|ImagingSettingsNotSupported|MustUnderstand/i;
const maxSentence = 200;

function codeOfFault(fault: XmlElement): ErrorCode {
  // SOAP 1.2 nests `Value`s; 1.1, which old devices speak, has one `faultcode`.
  const codes = [...allNamed(fault, 'Value'), ...allNamed(fault, 'faultcode')].map(({ text }) => text).join(' ');
  if (refusedCodes.test(codes)) return 'camera_credentials_refused';
  return unsupportedCodes.test(codes) ? 'onvif_unsupported' : 'onvif_refused';
}

function faultOf(fault: XmlElement): AppError {
  const said = textAt(fault, 'Reason', 'Text') || textAt(fault, 'faultstring');
  return new AppError(codeOfFault(fault), { said: said.slice(0, maxSentence) });
}

/** The answer within an envelope. Fails with the code of a fault, or `camera_not_onvif` for anything else. */
export function readAnswer(status: number, text: string): XmlElement {
  const notOnvif = (): AppError => new AppError('camera_not_onvif', { status });
  if (status === 401 || status === 403) throw new AppError('camera_credentials_refused', { status });
  let root: XmlElement;
  try {
    root = parseXml(text);
  } catch (error) {
    if (error instanceof XmlRefusal) throw notOnvif();
    throw error;
  }
  const body = root.name === 'Envelope' ? elementAt(root, 'Body') : null;
  if (body === null) throw notOnvif();
  const fault = elementAt(body, 'Fault');
  if (fault !== null) throw faultOf(fault);
  if (status < 200 || status > 299) throw new AppError('onvif_refused', { status });
  const answer = body.children[0];
  if (!answer) throw notOnvif();
  return answer;
}
