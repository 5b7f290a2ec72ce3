import type { RuleKind } from '@sightline/contracts/alert-rules/rule-conditions';
import { kindDrawings, type Piece } from './kind-drawings.ts';
import classes from './kind-picture.module.css';

/** What a picture can be made of, around the point where it stands. */
const pieces: Readonly<Record<Piece['is'], string>> = {
  person: 'M0 -21a4 4 0 1 0 .01 0M-4 0v-11q0-3 4-3t4 3v11',
  lying: 'M11 -4a4 4 0 1 0 .01 0M7 -1h-18v-5h15',
  vehicle: 'M-13 -3v-6l5-1 4-5h9l5 5 4 1v6zM-8 -3a3 3 0 1 0 .01 0M8 -3a3 3 0 1 0 .01 0',
  box: 'M-7 0v-12h14v12zM-7 -8h14',
  camera: 'M-10 -14l16-5 3 9-16 5zM-3 -8v8h-6M9 -14l3 -1',
  core: 'M-12 -16h24v14h-24zM-8 -9h.1M-4 -9h8',
  door: 'M-8 0v-24h16v24M4 -11v-1M-12 0h24',
  flame: 'M0 0q-9 -3 -7 -11 2 2 3 1 -1 -7 5 -11 0 5 4 8 4 6 -1 12 -1 1 -4 1z',
  clock: 'M0 -14a7 7 0 1 0 .01 0M0 -11v4l3 2',
  arrow: 'M-9 0h18M4 -5l5 5-5 5',
  arrowBack: 'M9 0h-18M-4 -5l-5 5 5 5',
  zone: 'M-26 -3l6-17h40l8 17z',
  line: 'M-6 -24l12 24',
  lineTwo: 'M-6 -24l12 24',
  face: 'M0 -24a12 12 0 1 0 .01 0M-4 -15v1M4 -15v1M-4 -8q4 3 8 0',
  plate: 'M-18 -14h36v12h-36zM-13 -8h4M-6 -8h4M3 -8h4M10 -8h3',
  helmet: 'M-8 -17q0 -8 8 -8t8 8zM-10 -17h20',
  hand: 'M-5 0v-9l-3 -4M-5 -9v-9M-1 -10v-11M3 -10v-10M7 -9v-7M7 -9v5q0 4 -4 4h-8',
  tag: 'M-12 -8l9 -9h13v13l-9 9zM5 -12h.1',
  code: 'M-8 -14l-6 6 6 6M8 -14l6 6-6 6M3 -16l-6 16',
  badge: 'M-5 -8h10v7h-10zM-5 -5h10',
  cross: 'M-5 -5l10 10M5 -5l-10 10',
  waves: 'M-8 -3q4 -4 8 0t8 0M-8 2q4 -4 8 0t8 0',
};

/** A small picture of what rules of a kind look for. Decoration: the sentence beside it says it. */
export function KindPicture({ kind }: { kind: RuleKind }) {
  return (
    <svg className={classes.picture} viewBox="10 10 76 48" aria-hidden="true" data-kind={kind}>
      {kindDrawings[kind].map(({ is, x, y, isMarked = false }) => (
        <path
          key={`${is} ${String(x)} ${String(y)}`}
          d={pieces[is]}
          transform={`translate(${String(x)} ${String(y)})`}
          data-is={is}
          data-marked={isMarked}
        />
      ))}
    </svg>
  );
}
