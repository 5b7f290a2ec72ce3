import { expect, test } from 'vitest';
import { isolateInHebrew } from './isolate.ts';

test.each(['Gate 2', 'שער Gate', '10.0.0.1/16', '+972 50 123 4567', '050-123 4567', '-7', '1–5', 'v1.2.3', '/cameras'])(
  'I18N-001 isolates %s, which a Hebrew sentence would turn',
  (value) => {
    expect(isolateInHebrew(value)).toBe(`\u2068${value}\u2069`);
  },
);

test.each(['שער 2', 'שער (צפוני)', '12', '45%', '14:02', '10.0.0.1', '', ' '])(
  'leaves %s, which reads the same',
  (value) => {
    expect(isolateInHebrew(value)).toBe(value);
  },
);

test('isolates nothing twice', () => {
  for (const value of ['\u206614:02 IST\u2069', '\u2068Dana\u2069 (מפתח \u2068CI\u2069)'])
    expect(isolateInHebrew(value)).toBe(value);
});
