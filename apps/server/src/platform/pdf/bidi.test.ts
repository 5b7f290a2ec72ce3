import { describe, expect, it } from 'vitest';
import { plainText, visualRuns, type Direction } from './bidi.ts';

const seen = (text: string, base: Direction): string[] =>
  visualRuns(text, base).map((run) => (run.isRtl ? `<${run.text}` : `>${run.text}`));

describe('the order of a line that is written both ways', () => {
  it('leaves a line of one direction as it is', () => {
    expect(seen('Gate 12:30, open.', 'ltr')).toEqual(['>Gate 12:30, open.']);
    expect(seen('שער פתוח', 'rtl')).toEqual(['<שער פתוח']);
  });

  it('keeps numbers and times readable within Hebrew', () => {
    expect(seen('שער 12:30 פתוח', 'rtl')).toEqual(['< פתוח', '>12:30', '<שער ']);
  });

  it('puts a Hebrew name into an English line and an English one into a Hebrew line', () => {
    expect(seen('Camera שער ראשי is off', 'ltr')).toEqual(['>Camera ', '<שער ראשי', '> is off']);
    expect(seen('מצלמה Main gate כבויה', 'rtl')).toEqual(['< כבויה', '>Main gate', '<מצלמה ']);
  });

  it('keeps a number with the Latin name that it ends', () => {
    expect(seen('שער (Main gate 2)', 'rtl')).toEqual(['<(', '>Main gate 2', '<שער )']);
    expect(seen('20.11.2026, 12:30', 'ltr')).toEqual(['>20.11.2026, 12:30']);
  });

  it('mirrors brackets in Hebrew, keeps those within Latin', () => {
    expect(seen('(שער)', 'rtl')).toEqual(['<)שער(']);
    expect(seen('gate (2)', 'ltr')).toEqual(['>gate (2)']);
  });

  it('takes marks out with which a name could turn the words around it', () => {
    expect(plainText('a\u202Egpj.exe\u2066\u200F\nb')).toBe('agpj.exe b');
  });
});
