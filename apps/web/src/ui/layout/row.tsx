import type { ElementType } from 'react';
import { classNames, placed, type LayoutTag, type Placing, type PropsOf } from './layout-parts.ts';
import classes from './layout.module.css';

interface RowProps extends Placing {
  /** Where the parts stand when they do not fill the row; at its start unless told otherwise. */
  justify?: 'center' | 'end' | 'between';
  /** Parts that do not fit stand in a further line. */
  wrap?: boolean;
  /** Stands in a line of text. */
  inline?: boolean;
}

/** Parts beside each other, from the side at which the language begins. */
export function Row<Tag extends LayoutTag = 'div'>(props: PropsOf<Tag, RowProps>) {
  const {
    as = 'div',
    gap,
    rowGap,
    align,
    justify,
    wrap,
    inline,
    className,
    ...rest
  } = props as PropsOf<'div', RowProps>;
  const Element: ElementType = as;
  const own = classNames(inline ? classes.inlineRow : classes.row, wrap && classes.wrap);
  return <Element {...rest} className={classNames(own, placed({ gap, rowGap, align }, justify), className)} />;
}
