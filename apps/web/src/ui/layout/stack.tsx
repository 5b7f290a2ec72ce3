import type { ElementType } from 'react';
import { classNames, placed, type LayoutTag, type Placing, type PropsOf } from './layout-parts.ts';
import classes from './layout.module.css';

interface StackProps extends Placing {
  /** Where parts stand that are narrower than the stack; they fill it unless told otherwise. */
  justify?: 'start' | 'center' | 'end';
}

/** Parts one below the other. */
export function Stack<Tag extends LayoutTag = 'div'>(props: PropsOf<Tag, StackProps>) {
  const { as = 'div', gap, rowGap, align, justify, className, ...rest } = props as PropsOf<'div', StackProps>;
  const Element: ElementType = as;
  return (
    <Element {...rest} className={classNames(classes.stack, placed({ gap, rowGap, align }, justify), className)} />
  );
}
