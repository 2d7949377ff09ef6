"""Answers the positions of a folder with the model of that folder, by onnxruntime.

Arguments: the folder, how many positions, how many constants each has. Exit status 3: a module is missing.
"""

import sys
from pathlib import Path

try:
    import numpy
    import onnxruntime
except ImportError as error:
    print(error)
    sys.exit(3)

folder, positions, constants = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
session = onnxruntime.InferenceSession(str(folder / "model.onnx"), providers=["CPUExecutionProvider"])
inputs = numpy.fromfile(folder / "inputs", dtype="<f4").reshape(positions, -1)
first = session.get_inputs()[0]
board = inputs[:, : inputs.shape[1] - constants].reshape(positions, *first.shape[1:])
given = {first.name: board}
if constants:
    given["constants"] = inputs[:, -constants:]
answers = session.run(None, given)
numpy.concatenate([answer.reshape(-1) for answer in answers]).astype("<f4").tofile(folder / "outputs")
