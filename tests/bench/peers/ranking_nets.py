"""The paper's ensemble of nets as a good user of PyTorch writes it: all pairs of a batch at once,
nothing converted within the loop, one net after the other."""
import numpy
import torch


def one_net(x, y, given, seed):
    """A net of one hidden layer trained on tensors x (rows, features) and y (rows)."""
    torch.manual_seed(seed)
    n, batch = len(y), int(given.get("batch", 64))
    margin = float(given.get("margin", 0.001))
    net = torch.nn.Sequential(
        torch.nn.Linear(x.shape[1], int(given.get("hidden", 1600))), torch.nn.ReLU(),
        torch.nn.Dropout(float(given.get("dropout", 0.5))),
        torch.nn.Linear(int(given.get("hidden", 1600)), 1))
    optimizer = torch.optim.Adam(net.parameters(), lr=float(given.get("learning-rate", 0.001)),
                                 weight_decay=float(given.get("weight-decay", 0.005)),
                                 amsgrad=True)
    pairs = torch.triu_indices(batch, batch, 1)
    net.train()
    for _ in range(int(given.get("epochs", 200))):
        order = torch.randperm(n)
        for first in range(0, n, batch):
            rows = order[first:first + batch]
            target = y[rows]
            i, j = pairs if len(rows) == batch else torch.triu_indices(len(rows), len(rows), 1)
            score = net(x[rows]).squeeze(1)
            sign = torch.sign(target[i] - target[j])
            loss = torch.nn.functional.margin_ranking_loss(score[i], score[j], sign, margin)
            optimizer.zero_grad(set_to_none=True)
            loss.backward()
            optimizer.step()
    return net.eval()


def train(x, y, given, seed):
    """Nets, each with the mean and standard deviation of its scores on the rows of training."""
    x = torch.from_numpy(x)
    y = torch.from_numpy(((y - y.mean()) / y.std()).astype(numpy.float32))
    nets = []
    for member in range(int(given.get("ensemble", 10))):
        net = one_net(x, y, given, 1000 * seed + member)
        with torch.inference_mode():
            output = net(x)
        nets.append((net, float(output.mean()), float(output.std())))
    return nets


def predict(nets, x, rows=4096):
    """Mean of the standardised scores, by batches of rows."""
    x = torch.from_numpy(x)
    total = numpy.zeros(len(x))
    with torch.inference_mode():
        for first in range(0, len(x), rows):
            part = x[first:first + rows]
            for net, mean, spread in nets:
                total[first:first + rows] += ((net(part).squeeze(1) - mean) / spread).numpy()
    return total / len(nets)
