import { kindsInOrder, permissionKinds, permissions } from '@sightline/contracts/shared/permissions';
import { describe, expect, it } from 'vitest';
import { columnsOf } from './matrix-columns.ts';
import { subjects } from './matrix-subjects.ts';

describe('columns of the matrix', () => {
  it('hold every permission once, each below its own heading', () => {
    const shown = subjects.flatMap((subject) => columnsOf(subject).flatMap(({ columns }) => columns));
    expect(shown.toSorted()).toEqual(Object.keys(permissions).toSorted());
    for (const { kind, columns } of subjects.flatMap(columnsOf))
      expect(permissionKinds[kind]).toEqual(expect.arrayContaining([...columns]));
  });

  it('stand in the order of the headings, with what only the whole organization can be given apart', () => {
    expect(columnsOf('cameras').map(({ kind }) => kind)).toEqual(['see', 'takeOut', 'act', 'change']);
    expect(columnsOf('organization').flatMap(({ columns }) => columns)).not.toContain('CameraView');
    expect(kindsInOrder).toContain(columnsOf('organization')[0]?.kind);
  });
});
