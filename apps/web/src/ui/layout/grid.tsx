import type { ElementType } from 'react';
import { classNames, placed, type LayoutTag, type Placing, type PropsOf } from './layout-parts.ts';
import classes from './layout.module.css';

interface GridProps extends Placing {
  /** Columns of one width each; one column gives way where its content would be wider. */
  columns: 1 | 2 | 3;
  /** On phones the columns stand one below the other. */
  collapses?: boolean;
}

/** Parts in columns of the same width. */
export function Grid<Tag extends LayoutTag = 'div'>(props: PropsOf<Tag, GridProps>) {
  const { as = 'div', columns, collapses, gap, rowGap, align, className, ...rest } = props as PropsOf<'div', GridProps>;
  const Element: ElementType = as;
  const own = classNames(classes.grid, classes[`columns${String(columns)}`], collapses && classes.collapses);
  return <Element {...rest} className={classNames(own, placed({ gap, rowGap, align }), className)} />;
}
