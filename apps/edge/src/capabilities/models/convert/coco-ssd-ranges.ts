/** Before every name of a value of the feature extractor. */
const extractor = 'FeatureExtractor/MobilenetV2/';

/** Least and greatest number of each value that is not clipped anyway. */
const unclipped: [name: string, least: number, greatest: number][] = [
  [`${extractor}expanded_conv/project/BatchNorm/batchnorm/add_1`, -19.5, 19.7],
  [`${extractor}expanded_conv_1/project/BatchNorm/batchnorm/add_1`, -21.0, 15.9],
  [`${extractor}expanded_conv_2/project/BatchNorm/batchnorm/mul_1`, -34.7, 28.5],
  [`${extractor}expanded_conv_2/ArithmeticOptimizer/AddOpsRewrite_add`, -37.3, 27.9],
  [`${extractor}expanded_conv_3/project/BatchNorm/batchnorm/add_1`, -13.9, 13.9],
  [`${extractor}expanded_conv_4/project/BatchNorm/batchnorm/mul_1`, -22.9, 25.9],
  [`${extractor}expanded_conv_4/ArithmeticOptimizer/AddOpsRewrite_add`, -23.5, 24.3],
  [`${extractor}expanded_conv_5/project/BatchNorm/batchnorm/mul_1`, -20.2, 19.5],
  [`${extractor}expanded_conv_5/ArithmeticOptimizer/AddOpsRewrite_add`, -28.4, 24.4],
  [`${extractor}expanded_conv_6/project/BatchNorm/batchnorm/add_1`, -15.4, 15.2],
  [`${extractor}expanded_conv_7/project/BatchNorm/batchnorm/mul_1`, -12.0, 11.0],
  [`${extractor}expanded_conv_7/ArithmeticOptimizer/AddOpsRewrite_add`, -20.0, 18.3],
  [`${extractor}expanded_conv_8/project/BatchNorm/batchnorm/mul_1`, -14.5, 14.5],
  [`${extractor}expanded_conv_8/ArithmeticOptimizer/AddOpsRewrite_add`, -23.6, 21.0],
  [`${extractor}expanded_conv_9/project/BatchNorm/batchnorm/mul_1`, -18.8, 18.0],
  [`${extractor}expanded_conv_9/ArithmeticOptimizer/AddOpsRewrite_add`, -25.6, 35.0],
  [`${extractor}expanded_conv_10/project/BatchNorm/batchnorm/add_1`, -10.5, 9.9],
  [`${extractor}expanded_conv_11/project/BatchNorm/batchnorm/mul_1`, -16.3, 13.1],
  [`${extractor}expanded_conv_11/ArithmeticOptimizer/AddOpsRewrite_add`, -14.6, 17.6],
  [`${extractor}expanded_conv_12/project/BatchNorm/batchnorm/mul_1`, -23.7, 28.9],
  [`${extractor}expanded_conv_12/ArithmeticOptimizer/AddOpsRewrite_add`, -23.7, 31.2],
  ['BoxPredictor_0/ClassPredictor/BiasAdd', -26.0, 7.0],
  [`${extractor}expanded_conv_13/project/BatchNorm/batchnorm/add_1`, -11.7, 9.5],
  [`${extractor}expanded_conv_14/project/BatchNorm/batchnorm/mul_1`, -7.4, 7.8],
  [`${extractor}expanded_conv_14/ArithmeticOptimizer/AddOpsRewrite_add`, -16.1, 12.1],
  [`${extractor}expanded_conv_15/project/BatchNorm/batchnorm/mul_1`, -15.4, 13.6],
  [`${extractor}expanded_conv_15/ArithmeticOptimizer/AddOpsRewrite_add`, -20.4, 18.8],
  [`${extractor}expanded_conv_16/project/BatchNorm/batchnorm/add_1`, -10.6, 14.0],
  ['BoxPredictor_1/ClassPredictor/BiasAdd', -31.9, 14.3],
  ['BoxPredictor_2/ClassPredictor/BiasAdd', -19.1, 5.6],
  ['BoxPredictor_3/ClassPredictor/BiasAdd', -16.1, 4.2],
  ['BoxPredictor_4/ClassPredictor/BiasAdd', -14.8, 3.6],
  ['BoxPredictor_5/ClassPredictor/BiasAdd', -14.9, 4.8],
];

/**
 * What numbers go through COCO SSD MobileNetV2 with pictures of surveillance cameras: measured over 57 pictures of eight clips
 * (street, car park, shop, campus, rooms), without the outermost 20 of a million. Anything beyond is cut off. The picture itself
 * is left out, so that the first three convolutions stay in floats, and so are the boxes: with both in whole numbers faint
 * things were lost, and this costs half a millisecond.
 */
export const cocoSsdRanges = new Map<string, readonly [least: number, greatest: number]>(
  unclipped.map(([name, least, greatest]): [string, [number, number]] => [name, [least, greatest]]),
);
