/**
 * A sound with the rhythm of speech: a gliding voice pitch with three harmonics, four syllables a second, a pause every
 * two seconds. Mono, -1..1; any range can be asked for and ranges join without a click.
 */
export function speechLikeTone(range: { firstSample: number; samples: number; sampleRate: number }): Float32Array {
  const out = new Float32Array(range.samples);
  for (let index = 0; index < range.samples; index += 1) {
    const timeS = (range.firstSample + index) / range.sampleRate;
    const syllable = Math.max(0, Math.sin(2 * Math.PI * 4 * timeS)) ** 0.6;
    const speaking = timeS % 2 < 1.4 ? 1 : 0;
    // Phase is the integral of 140 + 25 sin(2 pi 0.7 t) Hz, so that the glide has no jumps.
    const phase = 2 * Math.PI * 140 * timeS - (25 / 0.7) * Math.cos(2 * Math.PI * 0.7 * timeS);
    const voice = 0.5 * Math.sin(phase) + 0.3 * Math.sin(2 * phase) + 0.15 * Math.sin(5 * phase);
    out[index] = 0.5 * voice * syllable * speaking;
  }
  return out;
}
