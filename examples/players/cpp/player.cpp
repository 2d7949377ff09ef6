// g++ -O2 -std=c++17 -o player player.cpp
//
// A player for Ludometer to begin with. Replace `choose`; try it against random play from this folder:
//
//   ludometer tournament tic-tac-toe "exec:./player" random

#include <cstdint>
#include <exception>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include "read_json.hpp"

/// The move to play: one of question["legal"]. ../README.md says what else is in a question.
std::string choose(const Json& question) {
    const std::vector<Json>& legal = question["legal"].items;
    // By the question's seed, so that the same match can be played again.
    std::mt19937_64 random(static_cast<std::uint64_t>(question["seed"].number));
    return legal[random() % legal.size()].text;
}

int main() {
    std::string line;
    while (std::getline(std::cin, line)) {
        std::string answer;
        try {
            answer = "{\"move\": " + quoted(choose(parse(line))) + "}";
        } catch (const std::exception& error) {
            answer = "{\"error\": " + quoted(error.what()) + "}";
        }
        // Standard output belongs to the answers; std::cerr is for you.
        std::cout << answer << std::endl;
    }
}
