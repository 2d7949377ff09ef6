//! Plans and weights on disk, and what is said about those that do not fit.

use ludometer_net::{Body, Inference, Kernel, NetError, Network, Plan, Recipe, Trainer};

fn plan() -> Plan {
    Plan::grid(4, 6, 7, 1, 16).with_outputs(7, 1).with_constants(2).with_aux(&["turns left"])
}

#[test]
fn the_same_seed_gives_the_same_network() {
    let hash = |seed| Network::new(&plan(), seed).expect("a plan").hash();
    assert_eq!(hash(1), hash(1));
    assert_ne!(hash(1), hash(2));
    assert_eq!(hash(1), "6077067b71771d7bd1eec0b8185aee9d11c7db14bc6568381aeadcbad1122fe5");
}

#[test]
fn plans_survive_toml() {
    for plan in [plan(), Plan::flat(200, 3, 64).with_outputs(30, 4)] {
        let text = toml::to_string(&plan).expect("a plan can be written");
        assert_eq!(toml::from_str::<Plan>(&text).expect("what was written can be read"), plan);
    }
    let text = "policy = 9\nvalue = 1\ninput.grid = { planes = 2, rows = 3, columns = 3 }\n\
                body.resnet = { blocks = 1, channels = 16 }\nheads = { channels = 16, hidden = 64 }\n";
    assert_eq!(toml::from_str::<Plan>(text).expect("a plan"), Plan::grid(2, 3, 3, 1, 16).with_outputs(9, 1));
}

#[test]
fn weights_survive_their_file() {
    let network = Network::new(&plan(), 1).expect("a plan");
    let bytes = network.to_bytes();
    let read = Network::from_bytes(&plan(), &bytes).expect("what was written can be read");
    assert_eq!((read.hash(), read.to_bytes()), (network.hash(), bytes));
}

#[test]
fn files_that_do_not_fit_are_named() {
    let bytes = Network::new(&plan(), 1).expect("a plan").to_bytes();
    let refused = |plan: &Plan, bytes: &[u8]| match Network::from_bytes(plan, bytes) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("the file should not fit"),
    };
    let wider = Plan { policy: 8, ..plan() };
    let message =
        "the tensor `policy.out.weight` should be f32 of shape [8, 672], and is F32 of shape [7, 672]";
    assert_eq!(refused(&wider, &bytes), message);
    let deeper = Plan { body: Body::ResNet { blocks: 2, channels: 16 }, ..plan() };
    let message = "the tensor `body.1.conv1.weight`, of shape [16, 16, 3, 3], is missing: \
                   the file belongs to another plan";
    assert_eq!(refused(&deeper, &bytes), message);
    let message =
        "the tensor `aux.out.bias` belongs to no part of this plan: the file belongs to another plan";
    let bare = Plan { aux: Vec::new(), ..plan() };
    assert_eq!(refused(&bare, &bytes), message);
    let training = Trainer::new(Network::new(&plan(), 1).expect("a plan"), Recipe::default(), 1);
    let training = training.expect("a thread").to_bytes();
    let other = Trainer::from_bytes(&bare, &training, Recipe::default(), 1).expect_err("another plan");
    assert!(matches!(other, NetError::Unknown { name } if name == "adam.mean.aux.out.bias"));
    assert!(refused(&plan(), &bytes[..bytes.len() / 2]).starts_with("the file of weights is damaged: "));
    assert!(refused(&plan(), b"").starts_with("the file of weights is damaged: "));
    let training = Trainer::from_bytes(&plan(), &bytes, Recipe::default(), 1).expect_err("weights alone");
    assert!(matches!(training, NetError::Missing { name, .. } if name == "adam.mean.stem.conv.weight"));
}

#[test]
fn plans_that_do_not_hold_are_refused() {
    let refused = |plan: Plan| Network::new(&plan, 1).expect_err("no network").to_string();
    let start = "the plan of this network does not hold: ";
    assert_eq!(refused(Plan { value: 0, ..plan() }), format!("{start}value must be 1 to 4096, and is 0"));
    let mixed = Plan { body: Body::Mlp { layers: 1, width: 8 }, ..plan() };
    assert_eq!(refused(mixed), format!("{start}a grid needs the body `resnet`"));
    let deep = Plan { body: Body::ResNet { blocks: 1_000_000, channels: 16 }, ..plan() };
    let most = "blocks or layers must be at most 256, and are 1000000";
    assert_eq!(refused(deep), format!("{start}{most}"));
    assert_eq!(refused(Plan::flat(3, 0, 8)), format!("{start}layers must be at least 1"));
    assert!(refused(Plan::grid(1, usize::MAX, 2, 1, 8)).starts_with(start));
}

#[test]
fn a_kernel_the_processor_lacks_is_refused_by_name() {
    let network = Network::new(&plan(), 1).expect("a plan");
    let available = Kernel::available();
    assert_eq!(available.last(), Some(&Kernel::Portable));
    for kernel in Kernel::ALL {
        match Inference::new(&network, kernel) {
            Ok(inference) => assert!(available.contains(&inference.kernel())),
            Err(error) => {
                assert!(!available.contains(&kernel));
                let start = format!("this processor cannot run the kernel {kernel}; it can run ");
                assert!(error.to_string().starts_with(&start));
            }
        }
    }
    let error = NetError::NoKernel { asked: Kernel::Avx512, available: vec![Kernel::Avx2, Kernel::Portable] };
    assert_eq!(error.to_string(), "this processor cannot run the kernel avx512; it can run avx2, portable");
}

#[test]
fn a_network_follows_another() {
    let (mut own, other) =
        (Network::new(&plan(), 1).expect("a plan"), Network::new(&plan(), 2).expect("a plan"));
    let before = own.hash();
    own.follow(&other, 0.0);
    assert_eq!(own.hash(), before);
    own.follow(&other, 0.5);
    assert_ne!(own.hash(), before);
    own.follow(&other, 1.0);
    assert_eq!(own.hash(), other.hash());
}
