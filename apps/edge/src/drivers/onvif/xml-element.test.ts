import fc from 'fast-check';
import { expect, test } from 'vitest';
import { elementAt, escapeXml, parseXml, textAt, writeXml, XmlRefusal } from './xml-element.ts';

test.each([
  ['nothing', ''],
  ['no XML', 'Internal Server Error'],
  ['a page', '<!DOCTYPE html><html><body>Login</body></html>'],
  ['an entity that grows', '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>'],
  ['an entity that lies elsewhere', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
  ['an entity that nobody declared', '<a>&b;</a>'],
  ['an element that never ends', '<a><b></a>'],
  ['two roots', '<a/><b/>'],
  ['depth without end', '<a>'.repeat(1_000)],
  ['more elements than any device has', `<a>${'<b/>'.repeat(30_000)}</a>`],
  [
    'more attributes than any element has',
    `<a ${Array.from({ length: 80 }, (_none, index) => `a${index}="1"`).join(' ')}/>`,
  ],
])('refuses %s', (_title, text) => {
  expect(() => parseXml(text)).toThrow(XmlRefusal);
});

test('reads names whatever prefix they have, and prefixes that were never declared', () => {
  const root = parseXml(
    '\ufeff<?xml version="1.0"?><s:a xmlns:s="urn:s"><x:b> 1 &amp; <![CDATA[<2>]]> </x:b><c s:d="e"/></s:a>',
  );
  expect(root).toMatchObject({ name: 'a', space: 'urn:s' });
  expect(textAt(root, 'b')).toBe('1 & <2>');
  expect(elementAt(root, 'c')?.attributes.get('d')).toBe('e');
  expect(textAt(root, 'b', 'nothing')).toBe('');
});

test('leaves out what XML cannot hold', () => {
  expect(escapeXml(`a${String.fromCharCode(0, 11, 27, 0xffff)}\n<b>`)).toBe('a\n&#60;b&#62;');
});

test('writes what it read, so that devices hear their own words again', () => {
  const written = writeXml(parseXml('<p:id xmlns:p="urn:p" p:kind="x&quot;y">1 &lt; 2<!-- no --></p:id>'));
  expect(parseXml(written)).toMatchObject({ name: 'id', space: 'urn:p', text: '1 < 2' });
});

test('never fails in another way than by refusing, and gives back every text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 100 }), (text) => {
      try {
        parseXml(text);
      } catch (error) {
        expect(error).toBeInstanceOf(XmlRefusal);
      }
    }),
    { numRuns: 100 },
  );
  const pieces = fc.constantFrom(
    '<a>',
    '</a>',
    '<a',
    '/>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '&amp;',
    '&#x0;',
    '<?x',
    '?>',
    'b="c"',
    "d='",
    ' ',
    'x',
    '<s:Envelope xmlns:s="u">',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
      try {
        parseXml(parts.join(''));
      } catch (error) {
        expect(error).toBeInstanceOf(XmlRefusal);
      }
    }),
    { numRuns: 200 },
  );
  fc.assert(
    fc.property(fc.string({ maxLength: 50 }), (text) => {
      expect(parseXml(`<a>${escapeXml(text)}</a>`).text).toBe(text.trim());
    }),
  );
});
