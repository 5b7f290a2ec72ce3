import { describe, expect, it } from 'vitest';
import { mailLayout } from './mail-layout.ts';

describe('the layout of a mail', () => {
  it('lets no name become markup', () => {
    const { html } = mailLayout({
      lang: 'en',
      title: '<script>alert(1)</script>',
      paragraphs: ['"&\'<img>'],
      action: { label: '<b>', url: 'https://a/?x="><i>' },
    });
    expect(html).not.toMatch(/<script|<img|<b>|<i>/);
  });

  it('reads from right to left in Hebrew and from left to right in English', () => {
    expect(mailLayout({ lang: 'he', title: 'שלום', paragraphs: [] }).html).toContain('<html lang="he" dir="rtl">');
    expect(mailLayout({ lang: 'en', title: 'Hello', paragraphs: [] }).html).toContain('<html lang="en" dir="ltr">');
  });

  it('I18N-001 keeps a Latin name of a table in its place inside Hebrew', () => {
    const tables = [{ heading: 'מצלמות', rows: [['Gate (2)', '3']] as const }];
    const { text, html } = mailLayout({ lang: 'he', title: 'שלום', paragraphs: [], tables });
    expect(text).toContain('\u2068Gate (2)\u2069: 3');
    expect(html).toContain('<bdi>Gate (2)</bdi>');
    expect(mailLayout({ lang: 'en', title: 'Hello', paragraphs: [], tables }).text).toContain('\nGate (2): 3');
  });

  it('writes the address of its button out, also in plain text', () => {
    const { text, html } = mailLayout({
      lang: 'en',
      title: 'T',
      paragraphs: ['P'],
      action: { label: 'Go', url: 'https://a.example/x?token=1&b=2' },
    });
    expect(text).toContain('Go:\nhttps://a.example/x?token=1&b=2');
    expect(html).toContain('href="https://a.example/x?token=1&amp;b=2"');
  });
});
