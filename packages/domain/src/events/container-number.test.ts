import { describe, expect, it } from 'vitest';
import { containerNumberIn, isContainerNumber } from './container-number.ts';

describe('the number of a container', () => {
  it('is none where anything of it is wrong', () => {
    for (const wrong of ['', 'CSQU3054384', 'CSQX3054383', 'CSQU305438', 'CSQU30543833', 'csqu3054383', 'CS1U3054383'])
      expect([wrong, isContainerNumber(wrong)]).toEqual([wrong, false]);
  });

  it('is one where its last digit checks the others, a remainder of ten as nought', () => {
    for (const right of ['CSQU3054383', 'TCLU1234568', 'OOIU1000100', 'MSKU1000090'])
      expect([right, isContainerNumber(right)]).toEqual([right, true]);
    for (const last of '1234567890') expect(isContainerNumber(`CSQU305438${last}`)).toBe(last === '3');
  });
});

describe('what is read of one', () => {
  it('is nothing where no number is whole, or none checks', () => {
    expect(containerNumberIn([])).toBeNull();
    expect(containerNumberIn(['MAERSK', '22G1'])).toBeNull();
    expect(containerNumberIn(['CSQU 305438'])).toBeNull();
    expect(containerNumberIn(['CSQU 305438 4'])).toBeNull();
  });

  it('is found among other words, over lines, with signs that look alike', () => {
    expect(containerNumberIn(['csqu 305438 3', '22G1'])).toBe('CSQU3054383');
    expect(containerNumberIn(['MAERSK', 'CSQU', '305438', '3'])).toBe('CSQU3054383');
    expect(containerNumberIn(['CSQU 3O5438-3'])).toBe('CSQU3054383');
  });
});
