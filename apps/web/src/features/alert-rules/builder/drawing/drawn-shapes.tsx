import { useTranslation } from 'react-i18next';
import drawing from '../../../../ui/drawing/drawing.module.css';
import type { ConditionDraft } from '../rule-values.ts';
import {
  crossingArrows,
  headingArrow,
  sidesOfLine,
  tipOf,
  wayBetween,
  wordPlace,
  type Arrow,
  type Sides,
} from '../../../../ui/drawing/arrows.ts';
import { faultOf, type Shape } from './shapes.ts';
import classes from './drawing.module.css';

interface DrawnShapesProps {
  shapes: readonly Shape[];
  condition: ConditionDraft;
  markedId: string | null;
  /** Width by height of the picture. */
  aspectRatio: number;
  onMark: (id: string) => void;
}

function DrawnArrow({ arrow }: { arrow: Arrow }) {
  const { from, to } = arrow;
  return (
    <g className={classes.arrow}>
      <line x1={from.x * 100} y1={from.y * 100} x2={to.x * 100} y2={to.y * 100} />
      <path d={tipOf(arrow)} />
    </g>
  );
}

/** What the arrows of a condition say: the direction over a line, the way in over those that are counted by, from the first line to the second, or the way that is allowed. */
function arrowsOf(shapes: readonly Shape[], condition: ConditionDraft, aspect: number): Arrow[] {
  if (shapes.some(({ is }) => is === 'countLine'))
    return shapes.flatMap(({ points }) => crossingArrows(sidesOfLine(points, aspect), 'right'));
  const lines = shapes.filter(({ is }) => is === 'line' || is === 'secondLine');
  const sides = lines.map(({ points }) => sidesOfLine(points, aspect));
  const [first, second] = sides;
  if (first && second) return [wayBetween(first, second)];
  const { direction, judges } = condition as { direction?: string; judges?: { heading?: number } };
  if (first && direction !== undefined) return crossingArrows(first, direction);
  const heading = judges?.heading;
  if (heading === undefined || Number.isNaN(heading)) return [];
  return shapes.filter(({ is }) => is === 'zone').map(({ points }) => headingArrow(points, heading, aspect));
}

function SideWords({ sides, isCounted }: { sides: Sides; isCounted: boolean }) {
  const { t } = useTranslation();
  return (['left', 'right'] as const).map((side) => {
    const { x, y } = wordPlace(sides, sides[side]);
    return (
      <text key={side} className={classes.side} x={x * 100} y={y * 100}>
        {t(`ruleBuilder.draw.${isCounted ? ways[side] : side}`)}
      </text>
    );
  });
}

/** Where people are who crossed a line to count by. */
const ways = { left: 'outside', right: 'inside' } as const;

/** Everything that is drawn for a rule, with what its arrows say. */
export function DrawnShapes({ shapes, condition, markedId, aspectRatio, onMark }: DrawnShapesProps) {
  const inHundredths = ({ points }: Shape): string =>
    points.map(({ x, y }) => `${x * aspectRatio * 100},${y * 100}`).join(' ');
  // Of many lines one at a time: their words would stand in each other.
  const sided = shapes.filter(
    ({ is, id }) => (is === 'countLine' && id === markedId) || (is === 'line' && 'direction' in condition),
  );
  return (
    <svg className={drawing.shapes} viewBox={`0 0 ${String(aspectRatio * 100)} 100`} aria-hidden="true">
      {shapes.map((shape) => {
        const shared = {
          className: classes.shape,
          'data-is': shape.is,
          'data-chosen': shape.id === markedId,
          'data-wrong': faultOf(shape) !== null,
          points: inHundredths(shape),
          onPointerDown: () => onMark(shape.id),
        };
        return shape.is === 'zone' || shape.is === 'place' ? (
          <polygon key={shape.id} {...shared} />
        ) : (
          <polyline key={shape.id} {...shared} />
        );
      })}
      {arrowsOf(shapes, condition, aspectRatio).map((arrow) => (
        <DrawnArrow key={tipOf(arrow)} arrow={arrow} />
      ))}
      {sided.map(({ id, is, points }) => (
        <SideWords key={id} sides={sidesOfLine(points, aspectRatio)} isCounted={is === 'countLine'} />
      ))}
    </svg>
  );
}
