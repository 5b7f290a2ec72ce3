/** Before every name of a value of the feature extractor. */
const extractor = 'FeatureExtractor/MobilenetV2/';

/** Least and greatest number of each value that is not clipped anyway. */
const unclipped: [name: string, least: number, greatest: number][] = [
  [`${extractor}expanded_conv/project/BatchNorm/batchnorm/add_1`, -20.4, 20.8],
  [`${extractor}expanded_conv_1/project/BatchNorm/batchnorm/add_1`, -23.1, 15.2],
  [`${extractor}expanded_conv_2/project/BatchNorm/batchnorm/mul_1`, -37.9, 34.8],
  [`${extractor}expanded_conv_2/ArithmeticOptimizer/AddOpsRewrite_add`, -39.0, 33.6],
  [`${extractor}expanded_conv_3/project/BatchNorm/batchnorm/add_1`, -16.5, 17.0],
  [`${extractor}expanded_conv_4/project/BatchNorm/batchnorm/mul_1`, -29.3, 25.8],
  [`${extractor}expanded_conv_4/ArithmeticOptimizer/AddOpsRewrite_add`, -27.7, 28.6],
  [`${extractor}expanded_conv_5/project/BatchNorm/batchnorm/mul_1`, -25.9, 25.0],
  [`${extractor}expanded_conv_5/ArithmeticOptimizer/AddOpsRewrite_add`, -31.9, 34.1],
  [`${extractor}expanded_conv_6/project/BatchNorm/batchnorm/add_1`, -15.4, 18.6],
  [`${extractor}expanded_conv_7/project/BatchNorm/batchnorm/mul_1`, -12.5, 12.3],
  [`${extractor}expanded_conv_7/ArithmeticOptimizer/AddOpsRewrite_add`, -22.6, 20.5],
  [`${extractor}expanded_conv_8/project/BatchNorm/batchnorm/mul_1`, -14.5, 15.6],
  [`${extractor}expanded_conv_8/ArithmeticOptimizer/AddOpsRewrite_add`, -23.3, 24.8],
  [`${extractor}expanded_conv_9/project/BatchNorm/batchnorm/mul_1`, -19.4, 16.8],
  [`${extractor}expanded_conv_9/ArithmeticOptimizer/AddOpsRewrite_add`, -29.8, 28.9],
  [`${extractor}expanded_conv_10/project/BatchNorm/batchnorm/add_1`, -10.2, 10.8],
  [`${extractor}expanded_conv_11/project/BatchNorm/batchnorm/mul_1`, -18.2, 17.4],
  [`${extractor}expanded_conv_11/ArithmeticOptimizer/AddOpsRewrite_add`, -17.2, 20.3],
  [`${extractor}expanded_conv_12/project/BatchNorm/batchnorm/mul_1`, -25.8, 30.9],
  [`${extractor}expanded_conv_12/ArithmeticOptimizer/AddOpsRewrite_add`, -27.3, 38.2],
  ['BoxPredictor_0/ClassPredictor/BiasAdd', -28.7, 7.8],
  [`${extractor}expanded_conv_13/project/BatchNorm/batchnorm/add_1`, -12.7, 13.5],
  [`${extractor}expanded_conv_14/project/BatchNorm/batchnorm/mul_1`, -10.2, 10.2],
  [`${extractor}expanded_conv_14/ArithmeticOptimizer/AddOpsRewrite_add`, -17.1, 14.4],
  [`${extractor}expanded_conv_15/project/BatchNorm/batchnorm/mul_1`, -18.9, 17.8],
  [`${extractor}expanded_conv_15/ArithmeticOptimizer/AddOpsRewrite_add`, -25.4, 22.0],
  [`${extractor}expanded_conv_16/project/BatchNorm/batchnorm/add_1`, -11.0, 17.4],
  ['BoxPredictor_1/ClassPredictor/BiasAdd', -36.5, 17.6],
  ['BoxPredictor_2/ClassPredictor/BiasAdd', -22.8, 7.0],
  ['BoxPredictor_3/ClassPredictor/BiasAdd', -18.3, 5.6],
  ['BoxPredictor_4/ClassPredictor/BiasAdd', -16.1, 4.7],
  ['BoxPredictor_5/ClassPredictor/BiasAdd', -20.1, 6.6],
];

/**
 * What numbers go through COCO SSD MobileNetV2: measured by `bench/detector-ranges.bench.ts` over 180 pictures and parts of
 * pictures of the demo's drawn scenes, without the outermost 20 of a million, and a tenth more. Anything beyond is cut off.
 * No footage was looked at for it. The picture itself is left out, so that the first three convolutions stay in floats, and
 * so are the boxes: with both in whole numbers faint things were lost, and this costs half a millisecond.
 */
export const cocoSsdRanges = new Map<string, readonly [least: number, greatest: number]>(
  unclipped.map(([name, least, greatest]): [string, [number, number]] => [name, [least, greatest]]),
);
