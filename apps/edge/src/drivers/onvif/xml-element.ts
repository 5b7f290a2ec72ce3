import { SaxesParser } from 'saxes';

/** An element of an XML document. Names are without prefix; which prefix a device writes says nothing. */
export interface XmlElement {
  name: string;
  /** Name space, or an empty text where the device forgot to declare its prefix. */
  space: string;
  attributes: ReadonlyMap<string, string>;
  children: XmlElement[];
  /** Own text without the white space around it. */
  text: string;
}

/** What came is not XML, or more than any device has to say. */
export class XmlRefusal extends Error {}

const maxDepth = 40;
const maxElements = 20_000;
const maxAttributes = 50;

/** Document types could name entities that grow without end or lie elsewhere; no device needs one. */
const refuseDoctype = (): never => {
  throw new XmlRefusal('document type');
};

/** Devices forget to declare prefixes; everything else that is wrong is wrong. */
const refuseError = (error: Error): void => {
  if (!error.message.includes('unbound namespace prefix')) throw new XmlRefusal(error.message);
};

/** Reads a document into its root element. Fails with `XmlRefusal`. */
export function parseXml(text: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true, position: false });
  const open: XmlElement[] = [];
  let root: XmlElement | null = null;
  let count = 0;
  parser.on('error', refuseError);
  parser.on('doctype', refuseDoctype);
  parser.on('opentag', (tag) => {
    const attributes = Object.values(tag.attributes);
    if (++count > maxElements || open.length >= maxDepth || attributes.length > maxAttributes)
      throw new XmlRefusal('too large');
    const element: XmlElement = {
      name: tag.local,
      space: tag.uri,
      attributes: new Map(attributes.map(({ local, value }) => [local, value])),
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const addText = (more: string): void => {
    const last = open.at(-1);
    if (last) last.text += more;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const closed = open.pop();
    if (closed) closed.text = closed.text.trim();
  });
  parser.write(text).close();
  if (root === null) throw new XmlRefusal('empty');
  return root;
}

/** The first element at a path of names, or null. */
export function elementAt(element: XmlElement | null, ...path: string[]): XmlElement | null {
  let at = element;
  for (const name of path) at = at?.children.find((child) => child.name === name) ?? null;
  return at;
}

/** Text at a path of names; empty when it is not there. */
export const textAt = (element: XmlElement | null, ...path: string[]): string =>
  elementAt(element, ...path)?.text ?? '';

/** Number at a path of names; null when there is none that a machine could mean. */
export function numberAt(element: XmlElement | null, ...path: string[]): number | null {
  const text = textAt(element, ...path);
  const value = text === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

export const childrenNamed = (element: XmlElement | null, name: string): XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

/** Every element of this name, however deep. */
export const allNamed = (element: XmlElement, name: string): XmlElement[] =>
  element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...allNamed(child, name)]);

/** Text as it may stand in XML; what XML cannot hold is left out. */
export const escapeXml = (text: string): string =>
  text
    .replaceAll(/[^\P{Cc}\t\n\r]|[\ufffe\uffff]/gu, '')
    .replaceAll(/[<>&"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`);

/** Writes an element as it was read, with its name space said on the spot. */
export function writeXml(element: XmlElement): string {
  const attributes = [...element.attributes]
    .filter(([name]) => name !== 'xmlns' && /^[\w.-]+$/.test(name))
    .map(([name, value]) => ` ${name}="${escapeXml(value)}"`);
  const inner = element.children.length > 0 ? element.children.map(writeXml).join('') : escapeXml(element.text);
  return `<${element.name} xmlns="${escapeXml(element.space)}"${attributes.join('')}>${inner}</${element.name}>`;
}
