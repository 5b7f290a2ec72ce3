import { ribbonRuns, type RibbonCell } from './ribbon-cells.ts';
import classes from './ribbon.module.css';

interface RibbonProps {
  cells: readonly RibbonCell[];
  /** What it says, in words; without any, who shows it says them. */
  label?: string;
}

/** A range of time as a thin band; its end at the right is now. Time runs left to right in every language. */
export function Ribbon({ cells, label }: RibbonProps) {
  const said = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg
      className={classes.ribbon}
      viewBox={`0 0 ${cells.length} 10`}
      preserveAspectRatio="none"
      direction="ltr"
      {...said}
    >
      {ribbonRuns(cells).map(({ start, length, cell }) =>
        cell === 'gap' ? (
          <rect key={start} x={start} y="3" width={length} height="4" className={classes.gap} />
        ) : (
          <rect key={start} x={start} width={length} height="10" className={classes[cell]} />
        ),
      )}
    </svg>
  );
}
