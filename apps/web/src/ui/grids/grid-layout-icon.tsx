import { gridOf } from './grid-layout.ts';

const size = 20;
const gap = 1;

/** A grid of so many cameras, drawn small. */
export function GridLayoutIcon({ cells }: { cells: number }) {
  const { columns, rows } = gridOf(cells);
  const width = (size - gap * (columns - 1)) / columns;
  const height = (size - gap * (rows - 1)) / rows;
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${String(size)} ${String(size)}`}
      fill="currentColor"
      aria-hidden="true"
      data-cells={cells}
    >
      {Array.from({ length: cells }, (_, index) => (
        <rect
          key={`${String(index % columns)} ${String(Math.floor(index / columns))}`}
          x={(index % columns) * (width + gap)}
          y={Math.floor(index / columns) * (height + gap)}
          width={width}
          height={height}
          rx={Math.min(1, width / 4)}
        />
      ))}
    </svg>
  );
}
